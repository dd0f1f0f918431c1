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
/** The groups of the queue in its order, as they are read. */
type Groups = (readonly NeedGroup[])[]

/** Return the reads of the kinds of work with machines that the caller may do; each writes its own place in `groups`. */
function machineReads(
  ctx: SignedInContext,
  { book, set, fleet, isOwner, most }: Queue,
  groups: Groups,
): (() => Promise<void>)[] {
  const { viewer, readDb: db, config } = ctx
  const may = (path: ProcedurePath) => ruleOf(path).reach[viewer.role] !== undefined
  const today = businessDay(ctx.clock(), config.timeZone)
  const shownKinds = [...(may('feeds.resolve') ? byConflict : []), ...(may('repairs.save') || isOwner ? byRepair : [])]
  const input = { book, set, today }
  return [
    async () => {
      const open = may('alerts.acknowledge') || isOwner ? await events(ctx, book, shownKinds, most('event')) : null
      if (open) groups[0] = [open.group]
      if (!may('feeds.start')) return
      const { date, coverage } = fleet
      const sitesWithEvent = open?.silent ?? new Set()
      const silent = await silentSites(db, { ...input, date, coverage, sitesWithEvent, most: most('siteSilent') })
      groups[2] = [silent]
    },
    async () => {
      if (may('feeds.resolve')) groups[1] = [await conflicts(ctx, book, set, most('conflict'))]
    },
    async () => {
      if (!may('devices.attend') && !isOwner) return
      const before = new Date(ctx.clock().getTime() - warningHours * hour)
      const { timeZone } = config
      groups[3] = [await troubles(db, { book, all: set, before, timeZone, most: most('warning') })]
    },
    async () => {
      if (may('repairs.save') || isOwner)
        groups[4] = [await repairs(ctx, { ...input, worklist: 'out', most: most('repairOut') })]
    },
    async () => {
      if (may('repairs.save'))
        groups[5] = [await repairs(ctx, { ...input, worklist: 'waiting', most: most('repairWaiting') })]
    },
  ]
}

/**
 * Return the start page of the caller: each kind of work is shown to users who may do it; owners see the results of
 * their machines. `request` = the kinds of work to return whole.
 */
export async function readToday(ctx: SignedInContext, request?: TodayRequest): Promise<Today> {
  const most = (kind: NeedKind) => (request?.whole.includes(kind) ? wholeNeeds : shownNeeds)
  const { viewer, readDb: db, config } = ctx
  const may = (path: ProcedurePath) => ruleOf(path).reach[viewer.role] !== undefined
  const book = await ctx.services.places.book()
  const today = businessDay(ctx.clock(), config.timeZone)
  const isOwner = ctx.reach === 'client' || ctx.reach === 'account'
  const set = may('devices.find') ? await ctx.services.places.narrow(ctx.scope) : null
  const fleet = set && (await readFleet(ctx, { book, set, maySeeFeeds: may('feeds.batches'), isOwner }))
  const groups: Groups = [[], [], [], [], [], [], [], []]
  let tankersToday: Today['tankers'] = null
  let projects: Today['projects'] = []
  let projectCount = 0
  await readSideBySide(set?.spread, [
    ...(set && fleet ? machineReads(ctx, { book, set, fleet, isOwner, most }, groups) : []),
    async () => {
      if (!may('reports.syncFromReservation')) return
      const { group, counts } = await tankers(ctx, book, today, most('tanker'))
      groups[6] = [group]
      tankersToday = counts
    },
    async () => {
      if (may('users.update')) groups[7] = [await people(ctx, book, most('person'))]
    },
    async () => {
      const newest = { page: 1, size: fleet ? projectsBeside : projectsAlone }
      const own = ownProjects(viewer, book)
      const total = await countProjects(db, own, newest)
      projectCount = total.totalCount
      const cards = projectCount === 0 ? [] : await findCards(db, own, newest, total)
      projects = cards.map((row) => cardAnswer(ctx, book, row))
    },
  ])
  const needs: NeedGroup[] = []
  for (const group of groups) needs.push(...group)
  return {
    asOf: ctx.clock().toISOString(),
    fleet,
    needs: set ? oneRowEach(needs, most).filter(({ rows }) => rows.length > 0) : null,
    tankers: tankersToday,
    projects,
    projectCount,
  }
}
