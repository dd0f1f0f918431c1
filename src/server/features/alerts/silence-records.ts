import { sql } from 'kysely'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { createRow, recordKind, savedAs } from '#server/db/records.ts'
import { changeable, visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime, instantOf } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { isSilent } from '#shared/silence-times.ts'
import type { SilenceListRequest, SilenceRow, SilenceSave } from '#shared/silences.ts'
import { namesOf } from './alert-rows.ts'
import { changePlaced, deletePlaced, loggedAfter, placeWithin } from './place-records.ts'
import { type PlaceColumns, placeColumns } from './places.ts'
import { timesOf } from './read-silences.ts'

const columns = [
  ...([
    'company_id',
    'site_id',
    'client_id',
    'account_id',
    'type',
    'starts_at',
    'ends_at',
    'weekdays',
    'start_time',
    'minutes',
  ] as const),
  ...(['reason', 'excused', 'update_time'] as const),
] as const
const record = recordKind({ table: 'silence', kind: 'silence', columns, marksDeleted: true })

type Stored = PlaceColumns & {
  id: number
  starts_at: Date | null
  ends_at: Date | null
  weekdays: number[] | null
  start_time: string | null
  minutes: number | null
  reason: string
  excused: boolean
  person: string | null
  update_time: Date
  row_version: number
}

/** Return the silences of the bases that the caller sees, latest end first. @throws AppError NOT_FOUND */
export async function findSilences(ctx: SignedInContext, request: SilenceListRequest): Promise<Page<SilenceRow>> {
  const now = ctx.clock()
  const { timeZone } = ctx.config
  const shown = await visible(ctx, 'silence', { companyId: request.companyId })
  const past = request.withPast ? sql`` : sql` and (ends_at is null or ends_at > ${now})`
  const page = await findShortPage<Stored>(ctx.readDb, request, {
    from: sql`from silence where ${shown}${past}`,
    columns: sql`silence.*, (select name from app_user u where u.id = silence.user_id) as person`,
    order: sql`order by ends_at desc nulls first, id desc`,
  })
  const book = await ctx.services.places.book()
  const time = (at: Date | null) => at && businessTime(at, timeZone)
  return shownPage(page, (row) => ({
    ...namesOf(row, book),
    ...{
      id: row.id,
      weekdays: row.weekdays,
      startTime: row.start_time,
      minutes: row.minutes,
      reason: row.reason,
      excused: row.excused,
      person: row.person,
    },
    startsAtStr: time(row.starts_at),
    endsAtStr: time(row.ends_at),
    active: isSilent(
      timesOf({
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        weekdays: row.weekdays,
        startTime: row.start_time,
        minutes: row.minutes,
      }),
      now,
      timeZone,
    ),
    updateTimeStr: businessTime(row.update_time, timeZone),
    rowVersion: row.row_version,
  }))
}

/** @throws AppError VALIDATION when a change of the clock leaves no time between start and end */
function timeColumns({ startsAtStr, endsAtStr, weekdays, startTime, minutes }: SilenceSave, timeZone: string) {
  if (weekdays !== undefined) {
    const days = [...new Set(weekdays)].sort((left, right) => left - right)
    return { starts_at: null, ends_at: null, weekdays: days, start_time: startTime ?? null, minutes: minutes ?? null }
  }
  const [start, end] = [instantOf(startsAtStr ?? '', timeZone), instantOf(endsAtStr ?? '', timeZone)]
  if (end <= start) throw new AppError('VALIDATION', { field: 'endsAtStr' })
  return { starts_at: start, ends_at: end, weekdays: null, start_time: null, minutes: null }
}

/**
 * Create a silence, or change one. A silence cannot move to another base.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS
 */
export async function saveSilence(
  ctx: SignedInContext,
  input: SilenceSave,
): Promise<{ id: number; rowVersion: number }> {
  const { id, rowVersion, reason, excused } = input
  const values = { reason, excused, ...timeColumns(input, ctx.config.timeZone) }
  if (id === undefined) {
    const created = { ...values, ...(await placeColumns(ctx, input)), user_id: ctx.viewer.userId }
    return savedAs(await createRow(ctx, record, { ...loggedAfter('silences.save'), values: created }))
  }
  const changeableRows = await changeable(ctx, 'silence')
  const { rows } = await sql<{
    company_id: number
  }>`select company_id from silence where id = ${id} and ${changeableRows}`.execute(ctx.db)
  const place = await placeWithin(ctx, rows[0], input)
  return changePlaced(ctx, record, { id, rowVersion }, { action: 'silences.save', set: { ...values, ...place } })
}

/** End a silence, or delete one that has not begun. @throws AppError NOT_FOUND */
export const deleteSilence = (ctx: SignedInContext, id: number): Promise<{ id: number }> =>
  deletePlaced(ctx, record, id, 'silences.delete')

/** Start a silence at a place now. */
export async function silencePlace(
  ctx: SignedInContext,
  place: PlaceColumns,
  { minutes, reason, excused, alertId }: { minutes: number; reason: string; excused: boolean; alertId: number },
): Promise<{ id: number; rowVersion: number }> {
  const now = ctx.clock()
  const values = {
    ...place,
    reason,
    excused,
    starts_at: now,
    ends_at: new Date(now.getTime() + minutes * 60_000),
    user_id: ctx.viewer.userId,
  }
  const logged = loggedAfter('alerts.silence')
  return savedAs(
    await createRow(ctx, record, {
      ...logged,
      values,
      details: (row) => ({ ...logged.details(row), alertId }),
    }),
  )
}
