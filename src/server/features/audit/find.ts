import { type RawBuilder, type Selectable, sql } from 'kysely'
import { windowOf } from '#server/db/page-window.ts'
import type { AuditLogTable } from '#server/db/user-tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type AuditFilters, type AuditRequest, type AuditRow, auditPageSize } from '#shared/audit.ts'
import { auditSentence } from '#shared/audit-sentence.ts'
import { businessTime } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import type { Page } from '#shared/paging.ts'
import { allEntries } from './all-entries.ts'
import { commonEra, heldActions } from './common-era.ts'
import { refuseUnknownAction } from './known-action.ts'
import { auditNames } from './names.ts'
import { newestEntries, type Search } from './newest-entries.ts'

/**
 * Check the filters that a schema cannot check. An export calls this before the first part of the file.
 * @throws AppError NOT_FOUND for a company that does not exist, VALIDATION for an unknown action
 */
export async function checkAuditFilters(ctx: SignedInContext, { action, companyId }: AuditFilters): Promise<void> {
  const { companies } = await ctx.services.places.book()
  if (companyId !== undefined && !companies.has(companyId)) throw new AppError('NOT_FOUND', { field: 'companyId' })
  if (action) await refuseUnknownAction(ctx.db, action)
}

/** Return a condition for the business days of a filter. */
function daysOf({ config: { timeZone } }: SignedInContext, { startDate, endDate }: AuditFilters): RawBuilder<boolean> {
  const startOf = (day: string) => sql`(${day}::timestamp at time zone ${timeZone})`
  const from = startDate ? sql`at >= ${startOf(startDate)}` : sql`true`
  const until = endDate ? sql`at < ${startOf(addDays(endDate, 1))}` : sql`true`
  return sql<boolean>`(${from} and ${until})`
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

/** Return what a reader of the log looks for, or null if no entry can match. */
async function searchOf(ctx: SignedInContext, book: PlaceBook, filters: AuditFilters): Promise<Search | null> {
  const { actor, action, result, companyId } = filters
  const common = await commonEra(ctx.db, [
    ...(action ? [{ column: 'action', type: 'text', values: await heldActions(ctx.db, action) } as const] : []),
    ...(companyId === undefined
      ? []
      : [{ column: 'company_id', type: 'int', values: book.withChildren(companyId) } as const]),
    ...(result ? [{ column: 'result', type: 'text', values: [result] } as const] : []),
  ])
  if (common === null) return null
  const during = sql<boolean>`(${daysOf(ctx, filters)} and ${common.era})`
  const hasDays = filters.startDate !== undefined || filters.endDate !== undefined
  return { during, hasDays, keyed: common.keyed, actor }
}

/** Read rows of the log from the primary. Reads are logged too, and a replica may not have the newest entries yet. */
async function storedRows(ctx: SignedInContext, ids: readonly number[]): Promise<Stored[]> {
  if (ids.length === 0) return []
  const found = ctx.db
    .selectFrom('audit_log')
    .select(columns)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
  return found.orderBy('at', 'desc').orderBy('id', 'desc').execute()
}

export async function findAudit(
  ctx: SignedInContext,
  { page, size, ...filters }: AuditRequest,
): Promise<Page<AuditRow>> {
  await checkAuditFilters(ctx, filters)
  const book = await ctx.services.places.book()
  const search = await searchOf(ctx, book, filters)
  if (search === null) return { data: [], totalCount: 0 }
  const { ids, ...total } = await newestEntries(ctx.db, search, windowOf({ page, size }))
  return { data: await shownRows(ctx, book, await storedRows(ctx, ids), ctx.request.language), ...total }
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
 * Return the pages of the log for an export, newest first. Entries written after the start are left out.
 * @throws AppError TOO_WIDE before the first page, where the list shows no first page either
 */
export async function auditPages(
  ctx: SignedInContext,
  filters: AuditFilters,
  pageSize: number,
  language: Language,
): Promise<AsyncGenerator<AuditRow[], void, unknown>> {
  const book = await ctx.services.places.book()
  const search = await searchOf(ctx, book, filters)
  if (search) await newestEntries(ctx.db, search, windowOf({ page: 1, size: auditPageSize }))
  async function* pages() {
    if (!search) return
    for await (const ids of allEntries(ctx.db, search))
      for (let from = 0; from < ids.length; from += pageSize)
        yield await shownRows(ctx, book, await storedRows(ctx, ids.slice(from, from + pageSize)), language)
  }
  return pages()
}
