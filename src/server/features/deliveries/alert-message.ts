import type { Message } from '#server/services/messages/message.ts'
import type { AlertKind, AlertMoment } from '#shared/alerts.ts'
import type { Severity } from '#shared/channels.ts'
import { businessTime } from '#shared/dates.ts'
import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'

/** A moment of an event, as it is told to one channel: names and counts are those that its receiver may read. */
export type ToldAlert = {
  alertId: number
  kind: AlertKind
  severity: Severity
  moment: AlertMoment
  /** Site, client, account or base by name. */
  place: string
  /** The base to which that belongs, by name. */
  base: string
  type: string | null
  count: number
  /** Of so many machines; null = not for this receiver, or none. */
  of: number | null
  openedAt: Date
  /** When it ended; null = it is open. */
  resolvedAt: Date | null
  batchId: number | null
  at: Date
}

/** What of a moment a program reads, and what a group of them is made of. */
export type AlertData = Pick<
  ToldAlert,
  'alertId' | 'kind' | 'moment' | 'place' | 'base' | 'count' | 'of' | 'batchId'
> & {
  machineType: string | null
  openedAt: string
  resolvedAt: string | null
}

const minuteMs = 60_000

/** How long an event has lasted, as a person says it: `3 小时 10 分`, `2 d 4 h`. */
export function durationText(milliseconds: number, language: Language): string {
  const minutes = Math.max(0, Math.floor(milliseconds / minuteMs))
  const parts = { days: Math.floor(minutes / 1_440), hours: Math.floor((minutes % 1_440) / 60), minutes: minutes % 60 }
  const said = (['days', 'hours', 'minutes'] as const).filter((unit) => parts[unit] > 0).slice(0, 2)
  if (said.length === 0) return messageWord(language, 'message.duration.minutes', { count: 0 })
  return said.map((unit) => messageWord(language, `message.duration.${unit}`, { count: parts[unit] })).join(' ')
}

/** A time of the business zone: with its day where that is another one than now. */
function timeText(at: Date, now: Date, timeZone: string): string {
  const [told, today] = [businessTime(at, timeZone), businessTime(now, timeZone)]
  return told.slice(0, 10) === today.slice(0, 10) ? told.slice(11, 16) : told.slice(0, 16)
}

/** The text of a moment, for example `[严重] 西北二号站 离线 118/120，自 14:05（3 小时 10 分），批次 #812`. */
export function alertMessage(
  alert: ToldAlert,
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
