import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Index the filters of the lists of events, messages and reports, so that a page does not read three years of them:
 * kinds, severities, days and owners of events, states of messages, kinds of tankers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index alert_of_kind on alert(company_id, kind, id desc)',
    'create index alert_of_severity on alert(company_id, severity, id desc)',
    'create index alert_by_beginning on alert(company_id, opened_at)',
    'create index alert_by_end on alert(company_id, resolved_at)',
    'create index alert_device_of_account on alert_device(company_id, account_id, alert_id desc)',
    'create index delivery_in_state on delivery(channel_id, state, id desc)',
    'create index report_of_tanker on report(company_id, tanker_type, id desc)',
  ])
}
