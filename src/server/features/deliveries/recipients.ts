import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { type AlertKind, type AlertMoment, ownerKinds } from '#shared/alerts.ts'
import { type ChannelKind, type Severity, severities } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'

/** The columns of an event that its messages need. */
export type NoticedAlert = {
  alert_id: number
  company_id: number
  site_id: number | null
  client_id: number | null
  account_id: number | null
  type: string | null
  kind: AlertKind
  severity: Severity
  opened_at: Date
  resolved_at: Date | null
  count_of: number
  batch_id: number | null
  channel_ids: number[] | null
}

/**
 * A channel that gets a message. `own` = how many machines of its client the event has; null = the channel belongs to
 * no client and sees all.
 */
export type Recipient = {
  id: number
  kind: ChannelKind
  company_id: number
  client_id: number | null
  language: Language
  own: number | null
}

/** The lowest severity that a channel `c` gets at once; null = only in its digest. */
const atOnceFrom = sql`case when c.digest_at is null then c.least_severity else c.at_once_from end`

/**
 * Return the channels that get a notice: those that the rule names, or all that cover the place if it names none, and
 * the channels of each client with machines in the event. The end of an event goes exactly to the channels that got an
 * earlier message about it.
 * @param isStep for an escalation step: also channels that collect for a digest get it at once
 */
export async function recipientsOf(
  trx: Transaction<Database>,
  alert: NoticedAlert,
  moment: AlertMoment,
  isStep = false,
): Promise<Recipient[]> {
  const { alert_id, company_id, kind, severity, channel_ids } = alert
  const isEnd = moment === 'resolved' || moment === 'takenBack'
  const wasSent = sql`exists (select from delivery d where d.alert_id = ${alert_id} and d.channel_id = c.id)`
  const named =
    channel_ids === null
      ? sql`(c.company_id = ${company_id} or above.kind = 'headquarters')`
      : sql`(c.id = any(${channel_ids}::int[]) and (c.company_id = ${company_id} or above.kind = 'headquarters'))`
  // A client gets messages about its machines, whatever channels the rule of the base names.
  const ofClient = ownerKinds.includes(kind) ? sql`own.machines > 0` : sql`false`
  const accepted = severities.slice(0, severities.indexOf(severity) + 1)
  const atOnce = sql`${atOnceFrom} = any(${[...accepted]}::text[])`
  const { rows } = await sql<Recipient>`
    select c.id, c.kind, c.company_id, c.client_id, c.language, case when c.client_id is null then null else coalesce(own.machines, 0) end as own
    from channel c join company above on above.id = c.company_id
    left join alert_owner own on own.alert_id = ${alert_id} and own.owner_kind = 'client' and own.owner_id = c.client_id
    where c.state = 'on' and c.deleted_at is null and c.least_severity = any(${[...accepted]}::text[])
      and ${isEnd ? wasSent : sql`(${wasSent} or (${isStep ? sql`true` : atOnce} and case when c.client_id is null then ${named} else ${ofClient} end))`}
    order by c.id`.execute(trx)
  return rows
}
