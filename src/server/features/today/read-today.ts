import type { DeviceSet } from '#server/db/device-set.ts'
import { readSideBySide } from '#server/db/side-by-side.ts'
import { countProjects, findCards } from '#server/features/projects/lists.ts'
import { cardAnswer } from '#server/features/projects/project-answer.ts'
import { ownProjects } from '#server/features/projects/reach.ts'
import { type ProcedurePath, ruleOf } from '#server/permissions.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AlertKind } from '#shared/alerts.ts'
import { businessDay } from '#shared/business-time.ts'
import {
  type NeedGroup,
  type NeedKind,
  needKinds,
  shownNeeds,
  type Today,
  type TodayFleet,
  warningHours,
  wholeNeeds,
} from '#shared/today.ts'
import type { TodayRequest } from '#shared/today-request.ts'
import { events } from './events.ts'
import { readFleet } from './fleet.ts'
import { oneRowEach } from './one-row.ts'
import { silentSites } from './silent-sites.ts'
import { troubles } from './troubles.ts'
import { conflicts, people, repairs, tankers } from './waiting.ts'

const hour = 3_600_000
/** Number of own projects shown next to a fleet, and without one. */
const projectsBeside = 3
const projectsAlone = 6
/** Event kinds that the queue shows machine by machine, to users who handle these. */
const byConflict: readonly AlertKind[] = ['conflict.open']
const byRepair: readonly AlertKind[] = ['repair.late']

type Queue = {
  book: PlaceBook
  set: DeviceSet
  fleet: TodayFleet
  isOwner: boolean
  most: (kind: NeedKind) => number
}

/** Return the reads of the kinds of work with machines that the caller may do; each returns its groups of the queue. */
function machineReads(
  ctx: SignedInContext,
  { book, set, fleet, isOwner, most }: Queue,
): (() => Promise<NeedGroup[]>)[] {
  const { viewer, readDb: db, config } = ctx
  const may = (path: ProcedurePath) => ruleOf(path).reach[viewer.role] !== undefined
  const today = businessDay(ctx.clock(), config.timeZone)
  const shownKinds = [...(may('feeds.resolve') ? byConflict : []), ...(may('repairs.save') || isOwner ? byRepair : [])]
  const input = { book, set, today }
  return [
    async () => {
      const open = may('alerts.acknowledge') || isOwner ? await events(ctx, book, shownKinds, most('event')) : null
      const ofEvents = open ? [open.group] : []
      if (!may('feeds.start')) return ofEvents
      const { date, coverage } = fleet
      const sitesWithEvent = open?.silent ?? new Set()
      const silent = await silentSites(db, { ...input, date, coverage, sitesWithEvent, most: most('siteSilent') })
      return [...ofEvents, silent]
    },
    async () => (may('feeds.resolve') ? [await conflicts(ctx, book, set, most('conflict'))] : []),
    async () => {
      if (!may('devices.attend') && !isOwner) return []
      const before = new Date(ctx.clock().getTime() - warningHours * hour)
      const { timeZone } = config
      return [await troubles(db, { book, all: set, before, timeZone, most: most('warning') })]
    },
    async () =>
      may('repairs.save') || isOwner
        ? [await repairs(ctx, { ...input, worklist: 'out', most: most('repairOut') })]
        : [],
    async () =>
      may('repairs.save') ? [await repairs(ctx, { ...input, worklist: 'waiting', most: most('repairWaiting') })] : [],
  ]
}

/** Return the newest own projects, and the number of all of them. */
async function newestProjects(
  ctx: SignedInContext,
  book: PlaceBook,
  size: number,
): Promise<Pick<Today, 'projects' | 'projectCount'>> {
  const { viewer, readDb: db } = ctx
  const newest = { page: 1, size }
  const own = ownProjects(viewer, book)
  const total = await countProjects(db, own, newest)
  const cards = total.totalCount === 0 ? [] : await findCards(db, own, newest, total)
  return { projects: cards.map((row) => cardAnswer(ctx, book, row)), projectCount: total.totalCount }
}

/**
 * Return the start page of the caller: each kind of work is shown to users who may do it; owners see the results of
 * their machines. `request` = the kinds of work to return whole.
 */
export async function readToday(ctx: SignedInContext, request?: TodayRequest): Promise<Today> {
  const most = (kind: NeedKind) => (request?.whole.includes(kind) ? wholeNeeds : shownNeeds)
  const { viewer, config } = ctx
  const may = (path: ProcedurePath) => ruleOf(path).reach[viewer.role] !== undefined
  const book = await ctx.services.places.book()
  const today = businessDay(ctx.clock(), config.timeZone)
  const isOwner = ctx.reach === 'client' || ctx.reach === 'account'
  const set = may('devices.find') ? await ctx.services.places.narrow(ctx.scope) : null
  const fleet = set && (await readFleet(ctx, { book, set, maySeeFeeds: may('feeds.batches'), isOwner }))
  const [tankersToday, waiting, own, ...ofMachines] = await readSideBySide(set?.spread, [
    async () => (may('reports.syncFromReservation') ? tankers(ctx, book, today, most('tanker')) : null),
    async () => (may('users.update') ? people(ctx, book, most('person')) : null),
    () => newestProjects(ctx, book, fleet ? projectsBeside : projectsAlone),
    ...(set && fleet ? machineReads(ctx, { book, set, fleet, isOwner, most }) : []),
  ])
  const needs = [...ofMachines.flat(), ...(tankersToday ? [tankersToday.group] : []), ...(waiting ? [waiting] : [])]
  needs.sort((one, other) => needKinds.indexOf(one.kind) - needKinds.indexOf(other.kind))
  return {
    asOf: ctx.clock().toISOString(),
    fleet,
    needs: set ? oneRowEach(needs, most).filter(({ rows }) => rows.length > 0) : null,
    tankers: tankersToday?.counts ?? null,
    ...own,
  }
}
