import { sql } from 'kysely'

/**
 * Begins a statement whose loss in a power cut would not matter: its commit does not wait for the disk. The statement must read from
 * `unhurried`, and are alone. One round trip, so that it works through a pooler too.
 */
export const unhurried = sql`with unhurried as materialized (select set_config('synchronous_commit', 'off', true))`
