import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Counted,
  countUpTo,
  holds,
  isFew,
  isFiltered,
  refuseBehind,
  refuseSorting,
} from '#server/db/capped-counts.ts'
import { type Window, windowOf } from '#server/db/page-window.ts'
import { containing, projectSearched, projectText } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import type { ProjectsRequest } from '#shared/projects.ts'
import { type PlanData, planFields } from '#shared/selection/room-plan.ts'
import { isOfCompany, isOneOf, type ProjectSet } from './reach.ts'
import { columnOf } from './rows.ts'

export type ProjectFilters = Pick<
  ProjectsRequest,
  'search' | 'name' | 'city' | 'exportStatus' | 'userId' | 'orderColumn' | 'orderWay'
>

/** The row of a card. The main image is its name in the storage. */
export type CardRow = {
  id: number
  project_no: string
  user_id: number | null
  user_name: string | null
  company_id: number
  name: string | null
  city: string | null
  export_status: 0 | 1
  version: string
  create_time: Date
  update_time: Date
  row_version: number
  main_image_name: string | null
  main_image_company_id: number | null
  model: string | null
  count: number | null
  status: 'ok' | 'noFit' | null
  plan: PlanData
}

const planOf = sql`jsonb_build_object(${sql.join(planFields.flatMap((field) => [sql.lit(field), sql.ref(`page.${columnOf(field)}`)]))})`

const orderColumns = {
  updateTime: 'update_time',
  createTime: 'create_time',
  name: 'name',
  projectNo: 'project_no',
} as const

/** Order by newest change by default. A project without a name comes last in both directions. */
function orderOf({ orderColumn = 'updateTime', orderWay }: ProjectFilters, table: string): RawBuilder<unknown> {
  const column = sql.ref(`${table}.${orderColumns[orderColumn]}`)
  const id = sql.ref(`${table}.id`)
  const descending =
    orderWay === undefined ? orderColumn === 'updateTime' || orderColumn === 'createTime' : orderWay === 'desc'
  const empty = orderColumn === 'name' ? sql` nulls last` : sql``
  return descending ? sql`order by ${column} desc${empty}, ${id} desc` : sql`order by ${column} asc${empty}, ${id} asc`
}

/**
 * Return the filters, each with a leading `and`. `inOrder` = for a list that is read in its order, because too many
 * projects match: without the index of parts of texts, whose matches PostgreSQL underestimates and would sort.
 */
function filtersOf({ search, name, city, exportStatus, userId }: ProjectFilters, inOrder = false): RawBuilder<unknown> {
  // The indexed text contains all searched columns, so it contains the text of each column.
  const held = (part: string) => (inOrder ? sql`` : sql` and ${holds(projectText('project'), part)}`)
  const inOne = (part: string) =>
    sql` and (${sql.join(
      projectSearched.map((column) => sql`${sql.ref(`project.${column}`)} ilike ${containing(part)}`),
      sql` or `,
    )})`
  const conditions = [
    ...(search ? [inOrder ? inOne(search) : held(search)] : []),
    ...(name ? [held(name), sql` and project.name ilike ${containing(name)}`] : []),
    ...(city ? [held(city), sql` and project.city ilike ${containing(city)}`] : []),
    ...(exportStatus === undefined ? [] : [sql` and project.export_status = ${exportStatus}`]),
    ...(userId === undefined ? [] : [sql` and project.user_id = ${userId}`]),
  ]
  return sql`${sql.join(conditions, sql``)}`
}
const conditionOf = (set: ProjectSet, filters: ProjectFilters, inOrder = false): RawBuilder<unknown> =>
  sql`${isOneOf([set])}${filtersOf(filters, inOrder)}`

/**
 * Select a window of a set in its order. For several companies, each index yields its own first rows, so that a list of
 * all companies sorts no more rows than necessary.
 */
function stretchOf(
  set: ProjectSet,
  filters: ProjectFilters,
  { limit, offset }: Window,
  few: boolean,
): RawBuilder<unknown> {
  if (few)
    return sql`with found as materialized (select project.* from project where ${conditionOf(set, filters)})
      select * from found ${orderOf(filters, 'found')} limit ${limit} offset ${offset}`
  const order = orderOf(filters, 'project')
  if ('ownerId' in set || set.companyIds.length <= 1)
    return sql`select project.* from project where ${conditionOf(set, filters, true)} ${order} limit ${limit} offset ${offset}`
  const ofOne = sql`project.deleted_at is null and ${isOfCompany(sql`place.company_id`, set)}${filtersOf(filters, true)}`
  return sql`select project.* from unnest(${set.companyIds}::int[]) place(company_id)
    cross join lateral (select * from project where ${ofOne} ${order} limit ${limit + offset}) project ${order} limit ${limit} offset ${offset}`
}

const narrowing = ({ search, name, city, exportStatus, userId }: ProjectFilters) => [
  search,
  name,
  city,
  exportStatus,
  userId,
]

/**
 * Count the matching projects, exactly up to the limit of lists.
 * @throws AppError TOO_WIDE for a page behind the counted ones, or for many projects in an order without an index
 */
export async function countProjects(
  db: Kysely<Database>,
  set: ProjectSet,
  request: ProjectFilters & { page: number; size: number },
): Promise<Counted> {
  const total = await countUpTo(db, sql`select from project where ${conditionOf(set, request)}`)
  if (isSorted(request)) refuseSorting(total)
  refuseBehind(total, windowOf(request), isFiltered(narrowing(request)))
  return total
}

/** Only the newest change is the order of an index; by another column, only as many as may be sorted are listed. */
const isSorted = ({ orderColumn = 'updateTime' }: ProjectFilters): boolean => orderColumn !== 'updateTime'

/** Return one page of cards, for a known total. */
export async function findCards(
  db: Kysely<Database>,
  set: ProjectSet,
  request: ProjectFilters & { page: number; size: number },
  total: Counted,
): Promise<CardRow[]> {
  const { rows } =
    await sql<CardRow>`select page.id, page.project_no, page.user_id, app_user.name as user_name, page.company_id, page.name, page.city,
      page.export_status, page.version, page.create_time, page.update_time, page.row_version,
      attachment.stored_name as main_image_name, attachment.company_id as main_image_company_id,
      page.selection->>'model' as model, (page.selection->>'count')::int as count, page.selection->>'status' as status, ${planOf} as plan
    from (${stretchOf(set, request, windowOf(request), isSorted(request) || isFew(total, narrowing(request)))}) page
    left join app_user on app_user.id = page.user_id
    left join attachment on attachment.public_id = page.main_image and attachment.deleted_at is null
    ${orderOf(request, 'page')}`.execute(db)
  return rows
}

/**
 * Return the ids of all matching projects in the order of the list. An export then reads the projects in pieces while
 * other users save.
 */
export async function findProjectIds(
  db: Kysely<Database>,
  set: ProjectSet,
  filters: ProjectFilters,
): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select project.id from project where ${conditionOf(set, filters)} ${orderOf(filters, 'project')}`.execute(db)
  return rows.map(({ id }) => id)
}
