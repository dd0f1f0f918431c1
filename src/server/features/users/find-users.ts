import { type RawBuilder, type Selectable, sql } from 'kysely'
import { holds } from '#server/db/capped-counts.ts'
import { findPage, shownPage } from '#server/db/pages.ts'
import { personText } from '#server/db/search-texts.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import { visibleCompanies } from '#server/db/visible.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { PickedUser, UserRow, UsersRequest } from '#shared/users.ts'

type StoredUser = Selectable<UserTable> & { station: string | null; sessions: number }

/** Show the first and last characters of an identity number, the rest masked. */
const masked = (idNo: string | null): string | null =>
  idNo === null
    ? null
    : idNo.length <= 6
      ? '*'.repeat(idNo.length)
      : `${idNo.slice(0, 3)}${'*'.repeat(idNo.length - 5)}${idNo.slice(-2)}`

/** Exclude users of a deleted site, who are deleted with it. */
export function homeExists({ companies }: PlaceBook, alias: string): RawBuilder<boolean> {
  const inBin = [...companies.values()].filter(({ deleted }) => deleted).map(({ id }) => id)
  return inBin.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`not ${sql.ref(`${alias}.home_company_id`)} = any(${inBin}::int[])`
}

const mostSearched = 20_000

/**
 * Return the users of a few companies if they are few: a search then reads only them, not all users with a matching
 * name. Null = too many.
 */
async function fewPeople(ctx: SignedInContext, companyIds: readonly number[]) {
  const { rows } = await sql<{ people: number }>`select coalesce(sum(records), 0)::int as people from record_count
    where kind = 'user' and company_id = any(${[...companyIds]}::int[])`.execute(ctx.readDb)
  if ((rows[0]?.people ?? 0) > mostSearched) return null
  return sql`(select * from app_user where deleted_at is null and home_company_id = any(${[...companyIds]}::int[]) offset 0)`
}

type Sight = { companyIds: readonly number[] | null; book: PlaceBook; timeZone: string; id: number | undefined }

/** Return the conditions for each row `u` of a list of users. */
function conditionsOf(
  { groupId, nickName, createTimeQuery, name }: UsersRequest,
  { companyIds, book, timeZone, id }: Sight,
): RawBuilder<unknown>[] {
  const startOf = (day: string) => sql`(${day}::timestamp at time zone ${timeZone})`
  return [
    sql`u.deleted_at is null`,
    homeExists(book, 'u'),
    ...(companyIds === null ? [] : [sql`u.home_company_id = any(${[...companyIds]}::int[])`]),
    ...(id === undefined ? [] : [sql`u.id = ${id}`]),
    ...(groupId === undefined ? [] : [sql`u.group_id = ${groupId}`]),
    ...(nickName === undefined ? [] : [sql`u.nick_name = ${nickName}`]),
    ...(createTimeQuery
      ? [
          sql`u.create_time >= ${startOf(createTimeQuery[0])} and u.create_time < ${startOf(addDays(createTimeQuery[1], 1))}`,
        ]
      : []),
    ...(name ? [holds(personText('u'), name)] : []),
  ]
}

/** Convert a user for the list: without password, with the identity number masked. */
const shownUser = (user: StoredUser, book: PlaceBook, timeZone: string): UserRow => ({
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
  sessions: user.sessions,
  firstPassword: user.last_password_reset_date === null,
  pending: user.pending,
  createTimeStr: businessTime(user.create_time, timeZone),
  updateTimeStr: businessTime(user.update_time, timeZone),
  rowVersion: user.row_version,
})

/**
 * Return users of the visible companies, the newest first; `id` = only that one. Passwords are never returned; identity
 * numbers are masked.
 * @throws AppError NOT_FOUND for a company out of reach, TOO_WIDE
 */
export async function findUsers(ctx: SignedInContext, request: UsersRequest, id?: number): Promise<Page<UserRow>> {
  const companyIds = await visibleCompanies(ctx, request.companyId)
  const book = await ctx.services.places.book()
  const { groupId, nickName, createTimeQuery, name } = request
  const people = name && companyIds ? await fewPeople(ctx, companyIds) : null
  const { timeZone } = ctx.config
  const conditions = conditionsOf(request, { companyIds, book, timeZone, id })
  const page = await findPage<StoredUser>(ctx.readDb, request, {
    from: sql`from ${people ?? sql`app_user`} u where ${sql.join(conditions, sql` and `)}`,
    columns: sql`u.id, u.create_time`,
    order: sql`order by create_time desc, id desc`,
    show: (shown) => sql<StoredUser>`select u.*, station.name as station,
        (select count(*)::int from session s where s.user_id = u.id and s.ended_at is null and s.expires_at > ${ctx.clock()}) as sessions
      from app_user u left join station on station.id = u.group_id where u.id in (select id from ${shown} page) order by u.create_time desc, u.id desc`,
    // The people of a base may all be older than those of the others.
    filters: [id, groupId, nickName, createTimeQuery, name, companyIds ?? undefined],
  })
  return shownPage(page, (user) => shownUser(user, book, timeZone))
}

/** Return id and name of the users with these roles who can sign in, by name. */
export async function pickUsers(
  ctx: SignedInContext,
  labels: readonly string[],
  companyIds: readonly number[] | null,
): Promise<PickedUser[]> {
  let query = ctx.readDb
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .where(homeExists(await ctx.services.places.book(), 'app_user'))
    .where('nick_name', 'in', labels)
  if (companyIds) query = query.where('home_company_id', 'in', companyIds)
  return query.orderBy('name').orderBy('id').execute()
}

/** Return one user as in the list, for the response of a change. @throws AppError NOT_FOUND for one out of sight */
export async function userRow(ctx: SignedInContext, id: number): Promise<UserRow> {
  const { data } = await findUsers(ctx, { page: 1, size: 1 }, id)
  const [row] = data
  if (!row) throw new AppError('NOT_FOUND')
  return row
}
