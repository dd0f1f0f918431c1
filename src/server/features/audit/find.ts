import { type RawBuilder, type Selectable, sql } from 'kysely'
import { windowOf } from '#server/db/page-window.ts'
import { containing } from '#server/db/search-texts.ts'
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
import { commonEra, heldActions } from './common-era.ts'
import { refuseUnknownAction } from './known-action.ts'
import { auditNames } from './names.ts'
import { newestEntries } from './newest-entries.ts'

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

/**
 * Select the matching rows of the log from the primary. Reads are logged too, and a replica may not have the newest
 * entries yet.
 */
function matching(ctx: SignedInContext, book: PlaceBook, filters: AuditFilters) {
  let query = ctx.db.selectFrom('audit_log').where(daysOf(ctx, filters))
  if (filters.actor) query = query.where('actor', 'ilike', containing(filters.actor))
  if (filters.action) {
    const whole = filters.action
    query = query.where((is) => is.or([is('action', '=', whole), is('action', 'like', `${whole}.%`)]))
  }
  if (filters.result) query = query.where('result', '=', filters.result)
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

export async function findAudit(
  ctx: SignedInContext,
  { page, size, ...filters }: AuditRequest,
): Promise<Page<AuditRow>> {
  await checkAuditFilters(ctx, filters)
  const book = await ctx.services.places.book()
  const { actor, action, result, companyId } = filters
  const common = await commonEra(ctx.db, [
    ...(action ? [{ column: 'action', type: 'text', values: await heldActions(ctx.db, action) } as const] : []),
    ...(companyId === undefined
      ? []
      : [{ column: 'company_id', type: 'int', values: book.withChildren(companyId) } as const]),
    ...(result ? [{ column: 'result', type: 'text', values: [result] } as const] : []),
  ])
  if (common === null) return { data: [], totalCount: 0 }
  const during = sql<boolean>`(${daysOf(ctx, filters)} and ${common.era})`
  const window = windowOf({ page, size })
  const hasDays = filters.startDate !== undefined || filters.endDate !== undefined
  const { ids, ...total } = await newestEntries(ctx.db, { during, hasDays, keyed: common.keyed, actor, window })
  const found = ctx.db.selectFrom('audit_log').select(columns).where(sql<boolean>`id = any(${ids}::bigint[])`)
  const rows: Stored[] = ids.length === 0 ? [] : await found.orderBy('at', 'desc').orderBy('id', 'desc').execute()
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
