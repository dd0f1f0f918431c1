import { formatNumber, type say as Say } from '#client/i18n.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { overdueDays } from '#shared/overdue-repairs.ts'
import type { Need, NeedKind } from '#shared/today.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The moment of a reading, in milliseconds, and the business day that it belongs to. */
export type ReadAt = { now: number; today: Day }

/** What tells a row from the others of the queue, from one reading to the next. */
export const keyOf = ({ kind, id }: Need): string => `${kind} ${id}`

/** For how many whole days a row has waited; from a day on, calendar days. */
function daysOf(since: string, { now, today }: ReadAt): number {
  const until = isDay(since) ? Date.parse(today) : now
  return Math.max(0, Math.floor((until - Date.parse(since)) / day))
}

/** How long a row has waited, in words: minutes, hours or days. */
export function ageOf({ since }: Need, at: ReadAt, say: typeof Say): string {
  if (since === null) return ''
  const passed = Math.max(0, at.now - Date.parse(since))
  if (isDay(since) || passed >= day) return say('today.age.days', { count: daysOf(since, at) })
  return passed >= hour
    ? say('today.age.hours', { count: Math.floor(passed / hour) })
    : say('today.age.minutes', { count: Math.floor(passed / minute) })
}

/** Is a machine away for so long that somebody should have asked? */
export const isOverdue = ({ kind, since }: Need, at: ReadAt): boolean =>
  kind === 'repairOut' && since !== null && daysOf(since, at) >= overdueDays

/** What a row is about without the state that it is in, by name or by how many machines. */
export function thingOf(need: Need, say: typeof Say): string {
  return need.name === null && need.event === null && need.state !== null
    ? say('today.machines', { count: formatNumber(need.count) })
    : nameOf(need, say)
}

/** What a row is about, by name or by how many machines, these with their state. */
export function nameOf({ kind, name, count, state, event }: Need, say: typeof Say): string {
  if (event !== null) return say('today.eventAt', { event: say(`alerts.kind.${event.kind}`), place: name ?? '' })
  if (name !== null) return name
  if (kind === 'siteSilent') return say('today.noFeed')
  const machines = say('today.machines', { count: formatNumber(count) })
  return state === null ? machines : say('today.is', { name: machines, state: say(`device.state.${state}`) })
}

/** A heading inside a sentence. */
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Where it is and whose, with what else is known. */
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
      since === null ? say('today.neverHeard') : say('today.sinceDay', { date: since }),
    ]
  return [
    site === name ? null : site,
    owner,
    kind === 'tanker' && (note === '上午' || note === '下午') ? say(`today.period.${note}`) : note,
    ...also.map((other) => say('today.also', { kind: lowerFirst(say(`today.kind.${other}`)) })),
  ].filter((part) => part !== null)
}

/** The list that has all rows of a kind, by its path and the address of the view. */
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
