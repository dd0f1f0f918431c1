import type { Message } from '#server/services/messages/message.ts'
import type { AlertKind, AlertMoment } from '#shared/alerts.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Severity } from '#shared/channels.ts'
import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'

/** A notice of an event for one channel, with the names and counts that its receiver may see. */
export type MessageAlert = {
  alertId: number
  kind: AlertKind
  severity: Severity
  moment: AlertMoment
  /** The name of the site, client, sub-account or base. */
  place: string
  /** The name of the base that the place belongs to. */
  base: string
  type: string | null
  count: number
  /** The total that `count` is a part of; null = hidden from this receiver, or none. */
  of: number | null
  openedAt: Date
  /** When the event ended; null = it is open. */
  resolvedAt: Date | null
  batchId: number | null
  at: Date
}

/** The data of a notice for programs, from which groups are made, too. */
export type AlertData = Pick<
  MessageAlert,
  'alertId' | 'kind' | 'moment' | 'place' | 'base' | 'count' | 'of' | 'batchId'
> & {
  machineType: string | null
  openedAt: string
  resolvedAt: string | null
}

const minuteMs = 60_000

/** Return a duration as text: `3 小时 10 分`, `2 d 4 h`. */
export function durationText(milliseconds: number, language: Language): string {
  const minutes = Math.max(0, Math.floor(milliseconds / minuteMs))
  const parts = { days: Math.floor(minutes / 1_440), hours: Math.floor((minutes % 1_440) / 60), minutes: minutes % 60 }
  const said = (['days', 'hours', 'minutes'] as const).filter((unit) => parts[unit] > 0).slice(0, 2)
  if (said.length === 0) return messageWord(language, 'message.duration.minutes', { count: 0 })
  return said.map((unit) => messageWord(language, `message.duration.${unit}`, { count: parts[unit] })).join(' ')
}

/** Return a time in the business time zone, with its date if that is not today. */
function timeText(at: Date, now: Date, timeZone: string): string {
  const [shown, today] = [businessTime(at, timeZone), businessTime(now, timeZone)]
  return shown.slice(0, 10) === today.slice(0, 10) ? shown.slice(11, 16) : shown.slice(0, 16)
}

/** Return the message for a notice, for example `[严重] 西北二号站 离线 118/120，自 14:05（3 小时 10 分），批次 #812`. */
export function alertMessage(
  alert: MessageAlert,
  { language, timeZone, url }: { language: Language; timeZone: string; url: string },
): Message {
  const { alertId, kind, severity, moment, place, base, type, count, of, openedAt, resolvedAt, batchId, at } = alert
  const say = (key: Parameters<typeof messageWord>[1], values?: Record<string, string | number>) =>
    messageWord(language, key, values)
  const figures = count === 0 && (of === null || of === 0) ? '' : ` ${count}${of === null || of === 0 ? '' : `/${of}`}`
  const what = `${place}${type === null ? '' : ` ${type}`} ${say(`message.kind.${kind}`)}${moment === 'resolved' || moment === 'takenBack' ? '' : figures}`
  const mark = `[${say(`message.severity.${severity}`)}]`
  const lasted = (resolvedAt ?? at).getTime() - openedAt.getTime()
  const time = timeText(openedAt, at, timeZone)
  const since =
    lasted < minuteMs
      ? say('message.sinceNow', { time })
      : say('message.since', { time, duration: durationText(lasted, language) })
  const batch = batchId === null ? [] : [say('message.batch', { id: batchId })]
  return {
    type: `alert.${moment}`,
    severity,
    language,
    title: `${mark} ${moment === 'opened' ? what : say(`message.moment.${moment}`, { what })}`,
    lines: moment === 'takenBack' ? batch : [since, ...batch],
    link: { text: say('message.alert.open'), url: `${url}/alerts/index?alert=${alertId}` },
    data: {
      alertId,
      kind,
      moment,
      place,
      base,
      machineType: type,
      count,
      of,
      openedAt: openedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      batchId,
    } satisfies AlertData,
    at: at.toISOString(),
    thread: `alert-${alertId}`,
  }
}
