import { formatNumber, type say as Say } from '#client/i18n.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { overdueDays } from '#shared/overdue-repairs.ts'
import { type Need, type NeedKind, needKinds } from '#shared/today.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The time of the data in milliseconds, and its business day. */
export type ReadAt = { now: number; today: Day }

/** The key of a row in the queue and in the address; it stays the same when the data is reloaded. */
export const keyOf = ({ kind, id }: Need): string => `${kind}-${id}`

const needKey = new RegExp(`^(${needKinds.join('|')})-\\d{1,9}$`)
/** Whether a text from an address has the form of a key. */
export const isNeedKey = (text: string): boolean => needKey.test(text)

/** The number of whole days that a row has waited; from one day on these are calendar days. */
function daysOf(since: string, { now, today }: ReadAt): number {
  const until = isDay(since) ? Date.parse(today) : now
  return Math.max(0, Math.floor((until - Date.parse(since)) / day))
}

/** The waiting time of a row in words: minutes, hours or days. */
export function ageOf({ since }: Need, at: ReadAt, say: typeof Say): string {
  if (since === null) return ''
  const passed = Math.max(0, at.now - Date.parse(since))
  if (isDay(since) || passed >= day) return say('today.age.days', { count: daysOf(since, at) })
  return passed >= hour
    ? say('today.age.hours', { count: Math.floor(passed / hour) })
    : say('today.age.minutes', { count: Math.floor(passed / minute) })
}

/** Whether a machine has been in repair so long that a person should ask about it. */
export const isOverdue = ({ kind, since }: Need, at: ReadAt): boolean =>
  kind === 'repairOut' && since !== null && daysOf(since, at) >= overdueDays

/** The subject of a row without its state: a name or a number of machines. */
export function thingOf(need: Need, say: typeof Say): string {
  return need.name === null && need.event === null && need.state !== null
    ? say('today.machines', { count: formatNumber(need.count) })
    : nameOf(need, say)
}

/** The subject of a row: a name, or a number of machines with their state. */
export function nameOf({ kind, name, count, state, event }: Need, say: typeof Say): string {
  if (event !== null) return say('today.eventAt', { event: say(`alerts.kind.${event.kind}`), place: name ?? '' })
  if (name !== null) return name
  if (kind === 'siteSilent') return say('today.noFeed')
  const machines = say('today.machines', { count: formatNumber(count) })
  return state === null ? machines : say('today.is', { name: machines, state: say(`device.state.${state}`) })
}

/** Lower the first letter of a heading for use inside a sentence. */
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The place and owner of a row, and additional facts. */
export function placeOf(
  { kind, name, site, client, clients, count, since, note, event, also }: Need,
  say: typeof Say,
): string[] {
  const owner = client ?? (clients > 1 ? say('today.clients', { count: clients }) : null)
  if (event !== null)
    return [
      say(`alerts.severity.${event.severity}`),
      count > 0 ? say('today.machines', { count: formatNumber(count) }) : null,
      owner,
    ].filter((part) => part !== null)
  if (kind === 'siteSilent')
    return [
      say('today.machines', { count: formatNumber(count) }),
      since === null ? say('today.neverReported') : say('today.sinceDay', { date: since }),
    ]
  return [
    site === name ? null : site,
    owner,
    kind === 'tanker' && (note === '上午' || note === '下午') ? say(`today.period.${note}`) : note,
    ...also.map((other) => say('today.also', { kind: lowerFirst(say(`today.kind.${other}`)) })),
  ].filter((part) => part !== null)
}

/** The path and address of the list with all rows of a kind. */
export const listOfKind: Record<NeedKind, string> = {
  event: '/alerts/index',
  conflict: '/feed_conflicts/index',
  siteSilent: '/feed_batches/index',
  warning: '/warning/index?acknowledged=no',
  repairOut: '/repair/index?worklist=out',
  repairWaiting: '/repair/index?worklist=waiting',
  tanker: '/reception/index',
  person: '/user/index?time=all',
}
