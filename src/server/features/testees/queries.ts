import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import { auditReading } from '#server/db/audit-row.ts'
import { holds } from '#server/db/capped-counts.ts'
import { findPage, shownPage } from '#server/db/pages.ts'
import { visible } from '#server/db/visible.ts'
import { maskedPhone } from '#server/services/sign-in/masked-phones.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay, businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { Sex, TesteeListRequest, TesteeRow } from '#shared/testees.ts'
import { ageOn, maySeePeople } from './visibility.ts'

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

/** Select the rows of `testees`, a table or a subquery. */
const rowsOf = (
  testees: RawBuilder<unknown>,
) => sql<Stored>`select te.id, te.name, te.sex, te.phone, te.birthday::text, te.town_id, w.name as town_name,
    coalesce(m.traces, 0)::int as traces, m.last_measure, te.create_time, te.row_version
  from ${testees} te left join town w on w.id = te.town_id
    left join lateral (select count(*) as traces, max(measure_time) as last_measure from trace where testee_id = te.id) m on true`

function testeeRow(ctx: SignedInContext, row: Stored): TesteeRow {
  const { timeZone } = ctx.config
  const whole = maySeePeople(ctx.viewer)
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

/**
 * Return testees of the companies in reach, the newest first.
 * @throws AppError NOT_FOUND for a company out of reach, TOO_WIDE
 */
export async function findTestees(ctx: SignedInContext, request: TesteeListRequest): Promise<Page<TesteeRow>> {
  const { name, townId } = request
  const named = name ? sql` and ${holds(sql`te.name`, name)}` : sql``
  const inTown = townId === undefined ? sql`` : sql` and te.town_id = ${townId}`
  const page = await findPage<Stored>(ctx.readDb, request, {
    from: sql`from testee te where ${await visible(ctx, 'testee', { as: 'te', companyId: request.companyId })}${named}${inTown}`,
    order: sql`order by id desc`,
    show: (shown) => sql<Stored>`${rowsOf(shown)} order by te.id desc`,
    filters: [name, townId],
    findsFew: true,
  })
  return shownPage(page, (row) => testeeRow(ctx, row))
}

/** Audit the reading of personal data. Source: trust.md row 30 */
export async function auditTestees(
  ctx: SignedInContext,
  action: AuditAction,
  rows: readonly TesteeRow[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  await auditReading(ctx, 'testee', {
    action,
    targetId: rows.length === 1 ? String(first.id) : undefined,
    details: { rows: rows.length, first: first.id },
  })
}

/** @throws AppError NOT_FOUND for one that is missing or out of reach, alike */
export async function readTestee(ctx: SignedInContext, id: number): Promise<TesteeRow> {
  const { rows } = await rowsOf(
    sql`(select * from testee te where te.id = ${id} and ${await visible(ctx, 'testee', { as: 'te' })})`,
  ).execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return testeeRow(ctx, row)
}
