import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { hasGrown } from '#shared/alert-decisions.ts'
import type { AlertMoment } from '#shared/alerts.ts'
import type { AlertData } from './alert-message.ts'
import type { Recipient } from './recipients.ts'

/** The data of a message: one event, or several in a group. */
type SentMoments = Pick<AlertData, 'alertId' | 'count'> | { alerts: Pick<AlertData, 'alertId' | 'count'>[] }

/**
 * Return the moment of a notice for one channel. "Grown" becomes "opened" for a channel that has not heard of the
 * event. It becomes null (no message) for a client whose own machines in the event have not grown by a fifth since the
 * last message, because it must not learn about machines of others.
 */
export async function momentFor(
  trx: Transaction<Database>,
  { alert_id, moment }: { alert_id: number; moment: AlertMoment },
  { id, own }: Pick<Recipient, 'id' | 'own'>,
): Promise<AlertMoment | null> {
  if (moment !== 'grown') return moment
  const { rows } = await sql<{ sent: SentMoments | null }>`select message->'data' as sent from delivery
    where alert_id = ${alert_id} and channel_id = ${id} and state <> 'dropped' order by id desc limit 1`.execute(trx)
  const [last] = rows
  if (!last) return 'opened'
  if (own === null) return moment
  const sent =
    last.sent && 'alerts' in last.sent ? last.sent.alerts.find(({ alertId }) => alertId === alert_id) : last.sent
  return typeof sent?.count === 'number' && !hasGrown(sent.count, own) ? null : moment
}
