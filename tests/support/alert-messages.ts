import { spreadNotices } from '#server/features/deliveries/spread-notices.ts'
import type { Message } from '#server/services/messages/message.ts'
import { createPlaces } from '#server/services/places/places.ts'
import type { AlertKind, AlertMoment } from '#shared/alerts.ts'
import { insertAlert, insertChannel, insertNotice } from './alert-rows.ts'
import type { useDatabase } from './database.ts'

/** Provide events, their notices and channels, and the resulting messages. */
export function useAlertMessages(database: ReturnType<typeof useDatabase>) {
  const clock = { now: new Date('2026-11-20T09:15:00Z') } as { now: Date }
  const config = { timeZone: 'Asia/Shanghai', publicUrl: 'https://console.example', host: '127.0.0.1', port: 3000 }
  const spread = (withSteps = false) =>
    spreadNotices(database.db, { places: createPlaces({ db: database.db }), config, clock: () => clock.now }, withSteps)

  type Given = {
    companyId: number
    siteId?: number | null
    clientId?: number | null
    accountId?: number | null
    kind?: AlertKind
    channels?: number[] | null
    steps?: object[]
  }
  async function buildAlert({
    companyId,
    siteId = null,
    clientId = null,
    accountId = null,
    kind = 'site.outage',
    channels = null,
    steps = [],
  }: Given): Promise<number> {
    const place = {
      company_id: companyId,
      site_id: siteId,
      client_id: clientId,
      account_id: accountId,
      type: null,
      kind,
      severity: 'critical' as const,
    }
    const rule = {
      ...place,
      machines: 1,
      percent: 1,
      days: null,
      hours: null,
      by_time: null,
      channel_ids: channels,
      steps: JSON.stringify(steps),
      user_id: null,
    }
    const { id } = await database.db.insertInto('alert_rule').values(rule).returning('id').executeTakeFirstOrThrow()
    return insertAlert(database.db, {
      ...place,
      ...{ rule_id: id, opened_at: '2026-11-20T06:05:00Z', last_seen_at: clock.now, count_now: 118, count_worst: 118 },
    })
  }
  const members = (companyId: number, alertId: number, clientId: number, count: number) =>
    database.db
      .insertInto('alert_device')
      .values({
        company_id: companyId,
        alert_id: alertId,
        batch_id: null,
        client_id: clientId,
        joined_at: clock.now,
        device_ids: Array.from({ length: count }, (_, place) => place + 1),
      } as never)
      .execute()
  const notice = (companyId: number, alertId: number, moment: AlertMoment, count = 118) =>
    insertNotice(database.db, { company_id: companyId, alert_id: alertId, moment, at: clock.now, count })
  const buildChannel = (companyId: number, given: object = {}) => insertChannel(database.db, companyId, given)
  async function messagesOf(alertId: number): Promise<{ channel: number; step: number; message: Message }[]> {
    const rows = await database.db
      .selectFrom('delivery')
      .select(['channel_id', 'step', 'message'])
      .where('alert_id', '=', alertId)
      .orderBy('id')
      .execute()
    return rows.map(({ channel_id, step, message }) => ({ channel: channel_id, step, message }))
  }
  return { buildChannel, buildAlert, notice, spread, messagesOf, clock, members }
}
