import { countProjects, findCards } from '#server/features/projects/lists.ts'
import { cardAnswer } from '#server/features/projects/project-answer.ts'
import { ownProjects } from '#server/features/projects/reach.ts'
import { type ProcedurePath, ruleOf } from '#server/permissions.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AlertKind } from '#shared/alerts.ts'
import { businessDay } from '#shared/business-time.ts'
import { type NeedGroup, type NeedKind, shownNeeds, type Today, warningHours, wholeNeeds } from '#shared/today.ts'
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
  const groups: NeedGroup[] = []
  if (set && fleet) {
    const shownKinds = [
      ...(may('feeds.resolve') ? byConflict : []),
      ...(may('repairs.save') || isOwner ? byRepair : []),
    ]
    const open = may('alerts.acknowledge') || isOwner ? await events(ctx, book, shownKinds, most('event')) : null
    if (open) groups.push(open.group)
    if (may('feeds.resolve')) groups.push(await conflicts(ctx, book, set, most('conflict')))
    if (may('feeds.start'))
      groups.push(
        await silentSites(db, {
          book,
          set,
          today,
          date: fleet.date,
          coverage: fleet.coverage,
          sitesWithEvent: open?.silent ?? new Set(),
          most: most('siteSilent'),
        }),
      )
    if (may('devices.attend') || isOwner) {
      const before = new Date(ctx.clock().getTime() - warningHours * hour)
      groups.push(await troubles(db, { book, all: set, before, timeZone: config.timeZone, most: most('warning') }))
    }
    if (may('repairs.save') || isOwner)
      groups.push(await repairs(ctx, { book, set, today, worklist: 'out', most: most('repairOut') }))
    if (may('repairs.save'))
      groups.push(await repairs(ctx, { book, set, today, worklist: 'waiting', most: most('repairWaiting') }))
  }
  const expected = may('reports.syncFromReservation') ? await tankers(ctx, book, today, most('tanker')) : null
  if (expected) groups.push(expected.group)
  if (may('users.update')) groups.push(await people(ctx, book, most('person')))
  const newest = { page: 1, size: fleet ? projectsBeside : projectsAlone }
  const own = ownProjects(viewer, book)
  const total = await countProjects(db, own, newest)
  const cards = total.totalCount === 0 ? [] : await findCards(db, own, newest, total)
  return {
    asOf: ctx.clock().toISOString(),
    fleet,
    needs: set ? oneRowEach(groups, most).filter(({ rows }) => rows.length > 0) : null,
    tankers: expected?.counts ?? null,
    projects: cards.map((row) => cardAnswer(ctx, book, row)),
    projectCount: total.totalCount,
  }
}
