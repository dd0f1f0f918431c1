import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { settleDelivery } from '#server/features/deliveries/settle-delivery.ts'
import { spreadNotices } from '#server/features/deliveries/spread-notices.ts'
import { takeDue } from '#server/features/deliveries/take-due.ts'
import type { Message } from '#server/services/messages/message.ts'
import { createPlaces } from '#server/services/places/places.ts'
import type { AlertKind, AlertMoment, AlertSeverity } from '#shared/alerts.ts'
import { insertAlert, insertChannel, insertNotice } from './alert-rows.ts'
import { buildCompany } from './factories.ts'

/**
 * Provide events with moments set by the test, channels, and their messages, with a clock that the test advances in
 * minutes.
 */
export function channelMessages(database: { db: Kysely<Database> }) {
  let now = new Date('2026-11-20T09:15:00Z')
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000)
  }
  const config = { timeZone: 'Asia/Shanghai', publicUrl: 'https://console.example', host: '127.0.0.1', port: 3000 }

  const buildAlert = (
    companyId: number,
    siteId: number,
    kind: AlertKind = 'site.outage',
    severity: AlertSeverity = 'critical',
  ) =>
    insertAlert(database.db, {
      ...{ company_id: companyId, site_id: siteId, kind, severity },
      ...{ opened_at: now, last_seen_at: now, count_now: 100, count_worst: 100 },
    })
  const notice = (companyId: number, alertId: number, moment: AlertMoment, count = 100) =>
    insertNotice(database.db, { company_id: companyId, alert_id: alertId, moment, at: now, count })
  const buildChannel = (companyId: number, given: object = {}) =>
    insertChannel(database.db, companyId, { kind: 'feishu', ...given })
  /** Create messages for new notices, and for due steps of rules. */
  const spread = (withSteps: boolean) =>
    spreadNotices(database.db, { places: createPlaces({ db: database.db }), config, clock: () => now }, withSteps)
  /** Return the messages that are sent now, of all channels. */
  async function leave(): Promise<{ channel: number; id: string; message: Message }[]> {
    await spread(false)
    const taken = await takeDue(database.db, now)
    const delivered = { verdict: { outcome: 'delivered' as const }, status: 200, answer: 'ok', milliseconds: 1 }
    for (const one of taken) await settleDelivery(database.db, one, delivered, now, 0)
    return taken.map(({ channelId, messageId, message }) => ({ channel: channelId, id: messageId, message }))
  }
  async function buildBase(name: string, ...sites: string[]) {
    const base = await buildCompany(database.db, { name })
    const ids: number[] = []
    for (const site of sites) ids.push((await buildCompany(database.db, { super_company_id: base.id, name: site })).id)
    return { id: base.id, sites: ids }
  }
  return { later, buildAlert, notice, buildChannel, leave, buildBase, spread, now: () => now }
}
