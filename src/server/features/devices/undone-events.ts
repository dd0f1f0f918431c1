import { sql } from 'kysely'

/**
 * Return the condition that event `e` is neither from a feed that was undone for its device nor the undoing itself, so
 * that the day looks as if that feed had never come. The device's own events tell both.
 */
export const notUndoneIn = (tenant: number | null) => sql<boolean>`(e.batch_id is null or not exists (
  select 1 from device_event back where back.device_id = e.device_id and back.batch_id = e.batch_id and back.cause = 'undo'
    and back.company_id = ${tenant ?? sql.ref('e.company_id')}))`
/** The condition that event `e` changes the state. Events of owner, site, type or worker keep it. */
export const isStateChange = sql<boolean>`e.from_state is distinct from e.to_state`
export const notUndone = notUndoneIn(null)
