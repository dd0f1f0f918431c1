import { sql } from 'kysely'

/**
 * Is event `e` no feed's that was taken back for its device, and not the way back itself? The day is as if that feed had never come. A
 * device's own history tells both.
 */
export const notTakenBackIn = (tenant: number | null) => sql<boolean>`(e.batch_id is null or not exists (
  select 1 from device_event back where back.device_id = e.device_id and back.batch_id = e.batch_id and back.cause = 'undo'
    and back.company_id = ${tenant ?? sql.ref('e.company_id')}))`
/** Does event `e` change a state? Owners, sites, types and workers change by events that leave it alone. */
export const isStateChange = sql<boolean>`e.from_state is distinct from e.to_state`
export const notTakenBack = notTakenBackIn(null)
