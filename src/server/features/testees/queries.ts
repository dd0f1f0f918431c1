import { type RawBuilder, sql } from 'kysely'
import { countUpTo, holds, isFew, isFiltered, pageOfRows, refuseBehind } from '#server/db/bounded.ts'
import { windowOf } from '#server/db/paging.ts'
import { placedRows } from '#server/db/placed.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay, businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { Sex, TesteeListRequest, TesteeRow } from '#shared/traces.ts'
import { ageOn, maskedPhone, seesPeople } from './sight.ts'

type Stored = {
  id: number
  name: string
  sex: Sex | null
  phone: string | null
  birthday: string | null
  town_id: number | null
  town_name: string | null
  traces: number
  last_measure: Date | null
  create_time: Date
  row_version: number
}

/** Rows of `testees`, a table or a part of one. */
const rowsOf = (testees: RawBuilder<unknown>) => sql<Stored>`select te.id, te.name, te.sex, te.phone, te.birthday::text, te.town_id, w.name as town_name,
    coalesce(m.traces, 0)::int as traces, m.last_measure, te.create_time, te.row_version
  from ${testees} te left join town w on w.id = te.town_id
    left join lateral (select count(*) as traces, max(measure_time) as last_measure from trace where testee_id = te.id) m on true`

function testeeRow(ctx: SignedInContext, row: Stored): TesteeRow {
  const { timeZone } = ctx.config
  const whole = seesPeople(ctx.viewer)
  return {
    id: row.id,
    name: row.name,
    sex: row.sex,
    phone: whole ? row.phone : maskedPhone(row.phone),
    birthday: whole ? row.birthday : null,
    age: ageOn(row.birthday, businessDay(ctx.clock(), timeZone)),
    townId: row.town_id,
    townName: row.town_name,
    traces: row.traces,
    lastMeasureTimeStr: row.last_measure && businessTime(row.last_measure, timeZone),
    createTimeStr: businessTime(row.create_time, timeZone),
    rowVersion: row.row_version,
  }
}

/** Testees of the companies in reach, the newest first. @throws AppError NOT_FOUND for a company out of reach, TOO_WIDE */
export async function findTestees(ctx: SignedInContext, request: TesteeListRequest): Promise<Page<TesteeRow>> {
  const window = windowOf(request)
  const named = request.name ? sql` and ${holds(sql`te.name`, request.name)}` : sql``
  const inTown = request.townId === undefined ? sql`` : sql` and te.town_id = ${request.townId}`
  const condition = sql`${await placedRows(ctx, 'te', request.companyId)}${named}${inTown}`
  const total = await countUpTo(ctx.readDb, sql`select from testee te where ${condition}`)
  const filters = [request.name, request.townId]
  refuseBehind(total, window, isFiltered(filters))
  const page = pageOfRows(sql`select * from testee te where ${condition}`, sql`order by id desc`, window, isFew(total, filters))
  const { rows } = await sql<Stored>`${rowsOf(page)} order by te.id desc`.execute(ctx.readDb)
  return { data: rows.map((row) => testeeRow(ctx, row)), ...total }
}

/** @throws AppError NOT_FOUND for one that is missing or out of reach, alike */
export async function readTestee(ctx: SignedInContext, id: number): Promise<TesteeRow> {
  const { rows } = await rowsOf(sql`(select * from testee te where te.id = ${id} and ${await placedRows(ctx, 'te')})`).execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return testeeRow(ctx, row)
}
