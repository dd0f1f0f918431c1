import { type RawBuilder, type Selectable, sql } from 'kysely'
import { countUpTo, holds, isFew, isFiltered, pageOfRows, refuseBehind } from '#server/db/bounded.ts'
import { windowOf } from '#server/db/paging.ts'
import { personText } from '#server/db/search-texts.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { addDays, businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { PickedUser, UserRow, UsersRequest } from '#shared/user-admin.ts'
import { companiesInSight } from './sight.ts'

/** The first and last characters of an identity number, the rest hidden. */
const masked = (idNo: string | null): string | null =>
  idNo === null ? null : idNo.length <= 6 ? '*'.repeat(idNo.length) : `${idNo.slice(0, 3)}${'*'.repeat(idNo.length - 5)}${idNo.slice(-2)}`

/** People of a deleted site are in the bin with it. */
function homeStands({ companies }: PlaceBook, alias: string): RawBuilder<boolean> {
  const inBin = [...companies.values()].filter(({ deleted }) => deleted).map(({ id }) => id)
  return inBin.length === 0 ? sql<boolean>`true` : sql<boolean>`not ${sql.ref(`${alias}.home_company_id`)} = any(${inBin}::int[])`
}

const mostSearched = 20_000

/** The people of a few companies, when they are few: a search looks at them alone, and not for all whose name holds the part. Null = they are many. */
async function fewPeople(ctx: SignedInContext, companyIds: readonly number[]) {
  const { rows } = await sql<{ people: number }>`select coalesce(sum(records), 0)::int as people from record_count
    where kind = 'user' and company_id = any(${[...companyIds]}::int[])`.execute(ctx.readDb)
  if ((rows[0]?.people ?? 0) > mostSearched) return null
  return sql<Selectable<UserTable>>`(select * from app_user where deleted_at is null and home_company_id = any(${[...companyIds]}::int[]) offset 0)`.as('u')
}

/**
 * Users of the companies in sight, the newest first; `id` = that one alone. Passwords never leave; identity numbers are masked.
 * @throws AppError NOT_FOUND for a company out of reach, TOO_WIDE
 */
export async function findUsers(ctx: SignedInContext, request: UsersRequest, id?: number): Promise<Page<UserRow>> {
  const companyIds = await companiesInSight(ctx, request.companyId)
  const book = await ctx.services.places.book()
  const { timeZone } = ctx.config
  const people = request.name && companyIds ? await fewPeople(ctx, companyIds) : null
  let query = ctx.readDb
    .selectFrom(people ?? sql<Selectable<UserTable>>`app_user`.as('u'))
    .where('u.deleted_at', 'is', null)
    .where(homeStands(book, 'u'))
  if (companyIds) query = query.where('u.home_company_id', 'in', companyIds)
  if (id !== undefined) query = query.where('u.id', '=', id)
  if (request.groupId !== undefined) query = query.where('u.group_id', '=', request.groupId)
  if (request.nickName !== undefined) query = query.where('u.nick_name', '=', request.nickName)
  if (request.createTimeQuery) {
    const [first, last] = request.createTimeQuery
    const startOf = (day: string) => sql<Date>`(${day}::timestamp at time zone ${timeZone})`
    query = query.where('u.create_time', '>=', startOf(first)).where('u.create_time', '<', startOf(addDays(last, 1)))
  }
  if (request.name) query = query.where(holds(personText('u'), request.name))
  const total = await countUpTo(ctx.readDb, sql`${query.select('u.id')}`)
  const window = windowOf(request)
  const filters = [id, request.groupId, request.nickName, request.createTimeQuery, request.name]
  refuseBehind(total, window, isFiltered(filters))
  const page = pageOfRows(sql`${query.select(['u.id', 'u.create_time'])}`, sql`order by create_time desc, id desc`, window, isFew(total, filters))
  const now = ctx.clock()
  const rows = await ctx.readDb
    .selectFrom('app_user as u')
    .where(sql<boolean>`u.id in (select id from ${page} page)`)
    .selectAll('u')
    .select((is) => [
      is
        .selectFrom('session as s')
        .whereRef('s.user_id', '=', 'u.id')
        .where('s.ended_at', 'is', null)
        .where('s.expires_at', '>', now)
        .select(({ fn }) => fn.countAll<string>().as('open'))
        .as('sessions'),
      is.selectFrom('station').whereRef('station.id', '=', 'u.group_id').select('station.name').as('station'),
    ])
    .orderBy('u.create_time', 'desc')
    .orderBy('u.id', 'desc')
    .execute()
  const data = rows.map(
    (user): UserRow => ({
      id: user.id,
      userName: user.user_name,
      phone: user.phone,
      name: user.name,
      nickName: user.nick_name,
      companyId: user.home_company_id,
      company: book.companies.get(user.home_company_id)?.name ?? '',
      clientId: user.client_id,
      client: user.client_id === null ? null : (book.clients.get(user.client_id)?.name ?? null),
      accountId: user.account_id,
      account: user.account_id === null ? null : (book.accounts.get(user.account_id)?.name ?? null),
      groupId: user.group_id,
      group: user.station,
      sex: user.sex,
      nation: user.nation,
      idNo: masked(user.id_no),
      workUnitAndJob: user.work_unit_and_job,
      workUnit: user.work_unit,
      job: user.job,
      birthday: user.birthday,
      identifier: user.identifier,
      remarks: user.remarks,
      disabled: user.disabled,
      sessions: Number(user.sessions ?? 0),
      firstPassword: user.last_password_reset_date === null,
      pending: user.pending,
      createTimeStr: businessTime(user.create_time, timeZone),
      updateTimeStr: businessTime(user.update_time, timeZone),
      rowVersion: user.row_version,
    }),
  )
  return { data, ...total }
}

/** Id and name of the users of these roles who can sign in, by name. */
export async function pickUsers(ctx: SignedInContext, labels: readonly string[], companyIds: readonly number[] | null): Promise<PickedUser[]> {
  let query = ctx.readDb
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .where(homeStands(await ctx.services.places.book(), 'app_user'))
    .where('nick_name', 'in', labels)
  if (companyIds) query = query.where('home_company_id', 'in', companyIds)
  return query.orderBy('name').orderBy('id').execute()
}

/** One user as the list shows him, for whoever has just changed him. @throws AppError NOT_FOUND for one out of sight */
export async function userRow(ctx: SignedInContext, id: number): Promise<UserRow> {
  const { data } = await findUsers(ctx, { page: 1, size: 1 }, id)
  const [row] = data
  if (!row) throw new AppError('NOT_FOUND')
  return row
}
