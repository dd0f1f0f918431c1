import type { Transaction } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { HeldDevice } from '#server/features/devices/hold-devices.ts'
import { refuseArchived } from '#server/features/history/archived-months.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { addDays, type Day, daysBetween } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { TransferRefusalReason } from '#shared/transfers.ts'
import { type IssuedStatement, issuedAmong } from './issued.ts'
import { type Chosen, formerBases, ownerOf, withParts } from './machines.ts'
import { type OwnedRows, rowsOfDays } from './owned-days.ts'
import { given, isSame, type Owner, type Target } from './target.ts'

export type Moved = { device: HeldDevice; from: Owner; to: Owner }
export type Refused = { reason: TransferRefusalReason; count: number; serials: string[] }

/** The decisions of a transfer, before anything is written. */
export type TransferPlan = {
  /** Machines whose current owner or some day changes; if only days change, `from` and `to` are equal. */
  moved: Moved[]
  unchanged: number
  left: number
  selected: number
  rows: OwnedRows[]
  /** Rows of the same days that already have the new owner, of moved and other machines. */
  standing: OwnedRows[]
  refused: Refused[]
  /** Issued statements that prevent the transfer. */
  issued: IssuedStatement[]
}

export type Planning = {
  /** The set that the caller may write, not narrowed by the selection. */
  territory: DeviceSet
  book: PlaceBook
  target: Target
  date: Day
  today: Day
  /** The day of a newer change of owner: only earlier days change, and the current owner stays. Missing = none. */
  until?: Day | undefined
  leaveScrapped: boolean
  rehearsal: boolean
}

/** Return the last day that a transfer changes. */
export const lastDayOf = ({ today, until }: Pick<Planning, 'today' | 'until'>): Day =>
  until === undefined ? today : addDays(until, -1)

const refuse = (refused: Refused[], reason: TransferRefusalReason, machines: readonly HeldDevice[]) => {
  if (machines.length > 0)
    refused.push({ reason, count: machines.length, serials: machines.map(({ serial }) => serial) })
}

/**
 * Return whether the machine is in repair: the repair and its clock belong to the old base until the machine is online
 * again.
 */
const isInRepair = ({ state }: HeldDevice): boolean => state === 'repairing' || state === 'repaired'

/** Refuse machines that cannot change their base because of data that must stay there. */
async function refuseBound(
  trx: Transaction<Database>,
  machines: readonly HeldDevice[],
  target: Target,
  refused: Refused[],
): Promise<HeldDevice[]> {
  const leaving = machines.filter(({ company_id }) => target.companyId !== undefined && company_id !== target.companyId)
  if (leaving.length === 0) return [...machines]
  const repairing = leaving.filter(isInRepair)
  refuse(refused, 'repairing', repairing)
  const ids = await withParts(
    trx,
    leaving.map(({ id }) => id),
  )
  const fitted = leaving.filter((device) => !isInRepair(device) && ids.has(device.id))
  refuse(refused, 'partsFitted', fitted)
  const bound = new Set([...repairing, ...fitted])
  return machines.filter((device) => !bound.has(device))
}

/** Refuse machines with changed days in a base that the caller may not write. */
function refuseElsewhere(
  rows: readonly OwnedRows[],
  { territory, date, today }: Planning,
  former: ReadonlyMap<number, number[]>,
): Set<number> {
  const { companyIds, siteIds } = territory
  const elsewhere = new Set<number>()
  for (const [id, bases] of former) if (bases.some((base) => !companyIds.includes(base))) elsewhere.add(id)
  if (siteIds === null || date === today) return elsewhere
  for (const { owner, ids } of rows) if (!siteIds.includes(owner.siteId)) for (const id of ids) elsewhere.add(id)
  return elsewhere
}

/** Return the machines whose owner changes, currently or on a day of `touched` rows; the others are unchanged. */
function movesOf(
  machines: readonly HeldDevice[],
  { target, until }: Planning,
  touched: ReadonlySet<number>,
): { moved: Moved[]; unchanged: number } {
  const moves = machines.map((device): Moved => {
    const from = ownerOf(device)
    return { device, from, to: until === undefined ? given(target, from) : from }
  })
  const moved = moves.filter(({ device, from, to }) => touched.has(device.id) || !isSame(from, to))
  return { moved, unchanged: moves.length - moved.length }
}

/**
 * Decide for each machine, and select the rows of its days that change. Nothing is written.
 * @throws AppError MONTH_ARCHIVED; VALIDATION for another base where tenants are on several nodes
 */
export async function planTransfer(
  trx: Transaction<Database>,
  { machines, unknown }: Chosen,
  planning: Planning,
): Promise<TransferPlan> {
  const { territory, target, date, leaveScrapped, rehearsal } = planning
  const end = lastDayOf(planning)
  const refused: Refused[] = []
  if (unknown.count > 0) refused.push({ reason: 'unknown', ...unknown })
  const scrapped = machines.filter(({ state }) => state === 'scrap')
  if (!leaveScrapped) refuse(refused, 'scrapped', scrapped)
  const live = machines.filter(({ state }) => state !== 'scrap')
  if (
    territory.spread &&
    live.some(({ company_id }) => target.companyId !== undefined && company_id !== target.companyId)
  )
    throw new AppError('VALIDATION', { field: 'siteId', problem: 'transfer.problem.betweenNodes' })
  for (const month of new Set(daysBetween(date, end).map((day) => `${day.slice(0, 7)}-01`)))
    await refuseArchived(trx, month, { rehearsal })
  const free = await refuseBound(trx, live, target, refused)
  const former = new Map<number, number[]>()
  const ids = free.map(({ id }) => id)
  for (const { id, companyId } of await formerBases(trx, territory, ids, date))
    former.set(id, [...(former.get(id) ?? []), companyId])
  const bases = [...new Set([...free.map(({ company_id }) => company_id), ...[...former.values()].flat()])].filter(
    (id) => territory.companyIds.includes(id),
  )
  const days = { start: date, end }
  const { moving: found, staying } = await rowsOfDays(trx, bases, days, ids, target)
  const elsewhere = refuseElsewhere([...found, ...staying], planning, former)
  const restatedElsewhere = free.filter(({ id }) => elsewhere.has(id))
  refuse(refused, 'daysElsewhere', restatedElsewhere)
  const issued = await issuedAmong(trx, found, target)
  const closed = new Set(issued.flatMap(({ ids: own }) => own))
  refuse(
    refused,
    'issued',
    free.filter(({ id }) => closed.has(id) && !elsewhere.has(id)),
  )
  const touched = new Set(found.flatMap((row) => row.ids))
  const going = free.filter(({ id }) => !elsewhere.has(id) && !closed.has(id))
  const { moved, unchanged } = movesOf(going, planning, touched)
  const movedIds = moved.map(({ device }) => device.id)
  const { moving: rows, staying: standing } =
    elsewhere.size + closed.size === 0
      ? { moving: found, staying }
      : await rowsOfDays(trx, bases, days, movedIds, target)
  return {
    moved,
    unchanged,
    left: leaveScrapped ? scrapped.length : 0,
    selected: machines.length + unknown.count,
    rows,
    standing,
    refused,
    issued,
  }
}
