import type { Transaction } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { byIds, readDevices } from '#server/features/devices/hold-devices.ts'
import { ownedOn } from '#server/features/transfers/owned-days.ts'
import { type Planning, planTransfer } from '#server/features/transfers/plan.ts'
import { given, isSame, type Owner, type Target } from '#server/features/transfers/target.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { addDays, type Day, daysBetween } from '#shared/dates.ts'
import { mostLateGroups } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'
import { type TransferRefusalReason, transferDays } from '#shared/transfers.ts'
import type { ParsedFeed } from './parse-feed.ts'
import type { ParsedLine } from './parse-line.ts'
import type { DayRow, Fleet, FleetDevice } from './read-fleet.ts'
import { isUnresolved, placeResolver, type Unresolved } from './resolve-places.ts'

/**
 * The owner that a line of a past day gives a machine to, from that day until the day of a newer change of owner
 * (undefined = until now).
 */
export type LateOwner = { from: Owner; target: Target; until: Day | undefined }
/** Changes of owner and refusals, by device id. */
export type LateOwners = { changes: Map<number, LateOwner>; refused: Map<number, Unresolved> }
/** The day of the feed, and what its changes of owner are planned with. */
type LateContext = { territory: Territory; book: PlaceBook; date: Day; today: Day; rehearsal: boolean }

/** Machines with the same new owner and the same days. */
export type LateGroup = { target: Target; until: Day | undefined; ids: number[] }

/** Return the owner of a machine on a day: the owner in its daily row, or the present owner if it has no row. */
const ownerOn = (device: FleetDevice, row: DayRow | undefined): Owner =>
  row
    ? { companyId: row.companyId, siteId: row.siteId, clientId: row.clientId, accountId: row.accountId }
    : {
        companyId: device.companyId,
        siteId: device.siteId ?? 0,
        clientId: device.clientId ?? 0,
        accountId: device.accountId ?? 0,
      }

const names = ({ site, client, account }: Pick<ParsedLine, 'site' | 'client' | 'account'>): boolean =>
  site !== undefined || client !== undefined || account !== undefined

/** Return the owner that a line names; null if the day already has this owner. */
function targetOf(
  book: PlaceBook,
  territory: Territory,
): (line: ParsedLine, owner: Owner) => Target | Unresolved | null {
  const places = placeResolver(book, territory)
  return (line, owner) => {
    const current = {
      siteId: owner.siteId || null,
      clientId: owner.clientId || null,
      accountId: owner.accountId || null,
    }
    const named = places.owner(owner.companyId, line, current)
    if (isUnresolved(named)) return named
    const isOwned = line.client !== undefined || line.account !== undefined
    const target: Target = {
      companyId: undefined,
      siteId: line.site === undefined ? undefined : (named.siteId ?? undefined),
      clientId: isOwned ? (named.clientId ?? 0) : undefined,
      accountId: isOwned ? (named.accountId ?? 0) : undefined,
    }
    return isSame(owner, given(target, owner)) ? null : target
  }
}

/** Return whether the owner of a later day differs in a field that the line names. */
const isNewer = ({ siteId, clientId, accountId }: Target, from: Owner, later: Owner): boolean =>
  (siteId !== undefined && later.siteId !== from.siteId) ||
  (clientId !== undefined && later.clientId !== from.clientId) ||
  (accountId !== undefined && later.accountId !== from.accountId)

/** Find the day of the next known change of owner after `date`, for each machine. */
async function findNewer(
  trx: Transaction<Database>,
  changes: Map<number, LateOwner>,
  live: ReadonlyMap<number, Owner>,
  { territory, date, today }: LateContext,
): Promise<void> {
  const open = new Set(changes.keys())
  const endAt = (id: number, day: Day, owner: Owner) => {
    const change = changes.get(id)
    if (!change || !isNewer(change.target, change.from, owner)) return
    change.until = day
    open.delete(id)
  }
  for (const day of daysBetween(addDays(date, 1), today)) {
    if (open.size === 0) return
    for (const { owner, ids } of await ownedOn(trx, territory.companyIds, day, [...open]))
      for (const id of ids) endAt(id, day, owner)
  }
  // Today may have no daily rows yet.
  for (const id of [...open]) {
    const owner = live.get(id)
    if (owner) endAt(id, today, owner)
  }
}

/** Group machines by new owner and last day, in the order in which the lines name them. */
export function groupsOf(changes: ReadonlyMap<number, LateOwner>): LateGroup[] {
  const groups = new Map<string, LateGroup>()
  for (const [id, { target, until }] of changes) {
    const key = JSON.stringify([
      target.siteId ?? null,
      target.clientId ?? null,
      target.accountId ?? null,
      until ?? null,
    ])
    const known = groups.get(key) ?? { target, until, ids: [] }
    known.ids.push(id)
    groups.set(key, known)
  }
  return [...groups.values()]
}

const reasons: Partial<Record<TransferRefusalReason, FeedReason>> = {
  scrapped: 'scrapped',
  issued: 'ownerIssued',
  daysElsewhere: 'ownerDaysElsewhere',
}

/** Return the plan input of a group's transfer, with the options that a feed uses. */
export const planningOf = (
  { territory, book, date, today, rehearsal }: LateContext,
  { target, until }: LateGroup,
): Planning => ({
  ...{ territory, book, target, date, today, until, rehearsal },
  leaveScrapped: false,
})

/**
 * Refuse the machines whose transfer is not possible, group by group.
 * @throws AppError MONTH_ARCHIVED
 */
async function refuseGroups(
  trx: Transaction<Database>,
  { changes, refused }: LateOwners,
  context: LateContext,
): Promise<void> {
  const refuse = (id: number, reason: FeedReason, value: string) => {
    changes.delete(id)
    refused.set(id, { reason, value })
  }
  const earliest = addDays(context.today, -transferDays)
  const isTooEarly = context.date < earliest
  for (const [index, group] of groupsOf(changes).entries()) {
    if (index >= mostLateGroups || isTooEarly) {
      for (const id of group.ids)
        refuse(id, isTooEarly ? 'ownerTooEarly' : 'ownersTooMany', isTooEarly ? earliest : String(mostLateGroups))
      continue
    }
    const machines = await readDevices(trx, context.territory, byIds(group.ids))
    const plan = await planTransfer(trx, { machines, unknown: { count: 0, serials: [] } }, planningOf(context, group))
    const issued = plan.issued
      .map(({ clientId, month }) => `${context.book.clients.get(clientId)?.name ?? ''} ${month}`)
      .join(', ')
    const idOf = new Map(machines.map(({ id, serial }) => [serial, id]))
    for (const { reason, serials } of plan.refused)
      for (const serial of serials)
        refuse(idOf.get(serial) ?? 0, reasons[reason] ?? 'ownerDaysElsewhere', reason === 'issued' ? issued : '')
  }
}

/**
 * Find the lines of a feed of a past day that name another owner or site than that day has. Each such line becomes a
 * transfer on that day, or is refused with the reason.
 * @param day the rows of that day
 * @returns null unless the feed is for a past day
 */
export async function readLateOwners(
  trx: Transaction<Database>,
  { feed, fleet, day }: { feed: ParsedFeed; fleet: Fleet; day: ReadonlyMap<number, DayRow> | null },
  context: LateContext,
): Promise<LateOwners | null> {
  if (day === null) return null
  const late: LateOwners = { changes: new Map(), refused: new Map() }
  const live = new Map<number, Owner>()
  const targetFor = targetOf(context.book, context.territory)
  for (const line of feed.lines) {
    if (!names(line)) continue
    const device = fleet.get(line.key)
    const row = device && day.get(device.id)
    // Only the base of that day may change the owner that the machine had there.
    if (!device || (row && row.companyId !== device.companyId)) continue
    const from = ownerOn(device, row)
    const target = targetFor(line, from)
    if (target === null) continue
    if ('reason' in target) late.refused.set(device.id, target)
    else {
      late.changes.set(device.id, { from, target, until: undefined })
      live.set(device.id, ownerOn(device, undefined))
    }
  }
  await findNewer(trx, late.changes, live, context)
  await refuseGroups(trx, late, context)
  return late
}
