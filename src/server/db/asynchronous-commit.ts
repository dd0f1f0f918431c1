import { sql } from 'kysely'

/**
 * Begin a statement whose loss in a power cut does not matter: its commit does not wait for the disk. The statement
 * must read from `unhurried` and run outside a transaction. It takes one round trip, so it also works through a pooler.
 */
export const unhurried = sql`with unhurried as materialized (select set_config('synchronous_commit', 'off', true))`
