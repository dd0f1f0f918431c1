import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  countUpTo,
  isFew,
  isFiltered,
  mostListed,
  pageOfRows,
  refuseBehind,
  refuseShort,
} from '#server/db/capped-counts.ts'
import { type Window, windowOf } from '#server/db/page-window.ts'
import { containing, isInTrigrams } from '#server/db/search-texts.ts'
import type { AuditLogTable } from '#server/db/user-tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditFilters, AuditRequest, AuditRow } from '#shared/audit.ts'
import { auditSentence } from '#shared/audit-sentence.ts'
import { businessTime } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import type { Page } from '#shared/paging.ts'
import { commonEra, heldActions, type IndexedFilters } from './common-era.ts'
import { refuseUnknownAction } from './known-action.ts'
import { auditNames } from './names.ts'

/**
 * Check the filters that a schema cannot check. An export calls this before the first part of the file.
 * @throws AppError NOT_FOUND for a company that does not exist, VALIDATION for an unknown action, TOO_WIDE
 */
export async function checkAuditFilters(ctx: SignedInContext, filters: AuditFilters): Promise<void> {
  const { action, companyId, actor } = filters
  const book = await ctx.services.places.book()
  const { companies } = book
  if (companyId !== undefined && !companies.has(companyId)) throw new AppError('NOT_FOUND', { field: 'companyId' })
  if (action) await refuseUnknownAction(ctx.db, action)
  await refuseShort(ctx.db, actor, sql`${matching(ctx, book, { ...filters, actor: undefined }).select('id')}`)
}

/**
 * Select the matching rows of the log from the primary. Reads are logged too, and a replica may not have the newest
 * entries yet.
 */
function matching(ctx: SignedInContext, book: PlaceBook, filters: AuditFilters, actions: string[] | null = null) {
  const { timeZone } = ctx.config
  const startOf = (day: string) => sql<Date>`(${day}::timestamp at time zone ${timeZone})`
  let query = ctx.db.selectFrom('audit_log')
  if (filters.actor) query = query.where('actor', 'ilike', containing(filters.actor))
  if (actions !== null) query = query.where(sql<boolean>`action = any(${actions}::text[])`)
  else if (filters.action) {
    const whole = filters.action
    query = query.where((is) => is.or([is('action', '=', whole), is('action', 'like', `${whole}.%`)]))
  }
  // As a literal: a plan for any result could not use the indexes of the failed entries.
  if (filters.result) query = query.where('result', '=', sql.lit(filters.result))
  if (filters.startDate) query = query.where('at', '>=', startOf(filters.startDate))
  if (filters.endDate) query = query.where('at', '<', startOf(addDays(filters.endDate, 1)))
  if (filters.companyId !== undefined) query = query.where('company_id', 'in', book.withChildren(filters.companyId))
  return query
}

const columns = [
  'id',
  'at',
  'actor',
  'actor_user_id',
  'company_id',
  'address',
  'action',
  'target_kind',
  'target_id',
  'result',
  'details',
] as const

type Query = ReturnType<typeof matching>

type Each = { column: 'company_id' | 'action'; type: 'int' | 'text'; values: readonly (number | string)[] }

/**
 * Select the newest entries of each value of a filter by its index. The index of the newest entries of all would skip
 * those of all others: a base that ended has none among them. PostgreSQL expects each value everywhere in the log, so
 * the order has the value first, and the condition is a range, for which that order is not void.
 */
function ofEach(query: Query, { column, type, values }: Each, limit: number) {
  const own =
    column === 'action'
      ? query.where(sql<boolean>`action ~>=~ wanted.value and action ~<=~ wanted.value`).orderBy(sql`action using ~<~`)
      : query.where(sql<boolean>`company_id between wanted.value and wanted.value`).orderBy('company_id')
  const newest = own.select(columns).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
  return sql`select entry.* from unnest(${values}::${sql.raw(type)}[]) wanted(value) cross join lateral (${newest}) entry`
}

/** Return the filter whose values are read one by one; null = there is none, or PostgreSQL has to choose. */
function eachOf({ companyIds, actions }: IndexedFilters): Each | null {
  if (companyIds !== null && actions === null) return { column: 'company_id', type: 'int', values: companyIds }
  if (actions !== null && companyIds === null) return { column: 'action', type: 'text', values: actions }
  return null
}

/** The newest entries among which a page of an actor with too many entries to sort is looked for. */
const mostLooked = 30_000

/**
 * Read a page of an actor with too many entries to sort among the newest entries only: in the order of the log, all
 * entries of others that are newer would be read.
 * @param newest the entries of everyone, without a limit
 * @throws AppError TOO_WIDE where the newest have no full page
 */
async function readAmongNewest(
  { db }: SignedInContext,
  newest: RawBuilder<unknown>,
  actor: string,
  { limit, offset }: Window,
): Promise<Stored[]> {
  const { rows } = await sql<Stored>`select * from (${newest} order by at desc, id desc limit ${mostLooked}) newest
    where actor ilike ${containing(actor)} order by at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  if (rows.length < limit)
    throw new AppError('TOO_WIDE', { word: 'error.actorTooWide', values: { rows: mostListed, looked: mostLooked } })
  return rows
}

export async function findAudit(
  ctx: SignedInContext,
  { page, size, ...filters }: AuditRequest,
): Promise<Page<AuditRow>> {
  await checkAuditFilters(ctx, filters)
  const book = await ctx.services.places.book()
  const { actor, action, result, companyId } = filters
  const actions = action ? await heldActions(ctx.db, action) : null
  const companyIds = companyId === undefined ? null : book.withChildren(companyId)
  const ofDays = filters.startDate !== undefined || filters.endDate !== undefined
  const era = await commonEra(ctx.db, { companyIds, actions, ofDays, ...(result && { result }) })
  const within = (query: Query) =>
    era ? query.where(sql<boolean>`at between ${era.oldest}::timestamptz and ${era.newest}::timestamptz`) : query
  const query = within(matching(ctx, book, filters, actions))
  const ofActor = actor !== undefined && actor !== '' && companyIds === null && actions === null
  // Planned without the limit, PostgreSQL reads the index of parts of names: it expects an actor everywhere in the log.
  const counted =
    ofActor && isInTrigrams(actor) && book.keepsSumsOfAll
      ? sql`with found as materialized (${query.select('id')}) select 1 from found`
      : sql`${query.select('id')}`
  const total = await countUpTo(ctx.db, counted)
  const narrowed = [actor, action, result, companyId]
  const window = windowOf({ page, size })
  refuseBehind(total, window, isFiltered(narrowed))
  const few = isFew(total, narrowed)
  if (ofActor && total.totalCapped) {
    const newest = within(matching(ctx, book, { ...filters, actor: undefined })).select(columns)
    const rows = await readAmongNewest(ctx, sql`${newest}`, actor, window)
    return { data: await shownRows(ctx, book, rows, ctx.request.language), ...total }
  }
  const each = few ? null : eachOf({ companyIds, actions })
  const { companyId: _company, action: _action, ...others } = filters
  const found = each
    ? ofEach(within(matching(ctx, book, others)), each, window.offset + window.limit)
    : sql`${query.select(columns)}`
  const { rows } =
    await sql<Stored>`select * from ${pageOfRows(found, sql`order by at desc, id desc`, window, few)} page`.execute(
      ctx.db,
    )
  return { data: await shownRows(ctx, book, rows, ctx.request.language), ...total }
}

type Stored = Selectable<AuditLogTable>

/** Convert stored rows to rows with names and with sentences in a language. */
async function shownRows(
  ctx: SignedInContext,
  book: PlaceBook,
  rows: readonly Stored[],
  language: Language,
): Promise<AuditRow[]> {
  const names = await auditNames(ctx.db, book, rows)
  const say = (key: string, values?: Record<string, string | number>) => {
    const said = word(language, key as Word, values)
    return said === key ? undefined : said
  }
  const numbers = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-GB')
  return rows.map((row, at): AuditRow => {
    const entry = {
      id: String(row.id),
      at: businessTime(row.at, ctx.config.timeZone),
      actor: row.actor,
      companyId: row.company_id,
      company: row.company_id === null ? null : (book.companies.get(row.company_id)?.name ?? null),
      address: row.address,
      action: row.action,
      targetKind: row.target_kind,
      targetId: row.target_id,
      result: row.result,
      details: row.details,
    }
    return {
      ...entry,
      sentence: auditSentence(entry, names[at] ?? { actorName: null, targetName: null }, say, (count) =>
        numbers.format(count),
      ),
    }
  })
}

/**
 * The number of ids that one part of an export looks through. Without it, a search for rare entries would read the
 * whole log in one statement.
 */
const idsAPiece = 50_000

/** Return the pages of the log for an export, newest first. Entries written after the start are left out. */
export async function* auditPages(
  ctx: SignedInContext,
  filters: AuditFilters,
  pageSize: number,
  language: Language,
): AsyncGenerator<AuditRow[], void, unknown> {
  const book = await ctx.services.places.book()
  const { rows: ends } = await sql<{
    first: string | null
    last: string | null
  }>`select min(id) as first, max(id) as last from audit_log`.execute(ctx.db)
  const [first, last] = [Number(ends[0]?.first ?? 0), Number(ends[0]?.last ?? -1)]
  for (let above = last - idsAPiece; above + idsAPiece >= first; above -= idsAPiece) {
    let below = above + idsAPiece + 1
    for (;;) {
      // By id, so that each page starts where the page before ended.
      const query = matching(ctx, book, filters).where('id', '<', String(below)).where('id', '>', String(above))
      const rows: Stored[] = await query.select(columns).orderBy('id', 'desc').limit(pageSize).execute()
      if (rows.length > 0) yield await shownRows(ctx, book, rows, language)
      if (rows.length < pageSize) break
      below = Number(rows.at(-1)?.id ?? 0)
    }
  }
}
