import type { DeviceSet } from '#server/db/device-set.ts'
import { dailySums } from '#server/features/charts/daily-sums.ts'
import { rateLine, stackedStates } from '#server/features/charts/series.ts'
import { dayReading } from '#server/features/history/archived-months.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { binaryParts } from '#server/services/spreadsheets/table-file.ts'
import { fileNamePart } from '#server/services/storage/sanitize-file-name.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay, businessTime } from '#shared/business-time.ts'
import { rates } from '#shared/charts.ts'
import { AppError } from '#shared/errors.ts'
import type { FileParts } from '#shared/files.ts'
import { statementWord } from '#shared/i18n/statement.ts'
import type { MachineType } from '#shared/machine-types.ts'
import type { StatementRequest } from '#shared/statement.ts'
import { changedSinceIssue } from './changed-since-issue.ts'
import type { StatementInput } from './input.ts'
import { issueStatement, lastDayOf } from './issue.ts'
import { readMoves } from './moves.ts'
import { readChanges, readRepairs } from './read.ts'

/** Return the compliance share k as printed: once if all types have the same. */
function shareWord(types: readonly MachineType[]): string {
  const shares = new Set(types.map(({ complianceShare }) => complianceShare))
  return shares.size === 1
    ? [...shares].join('')
    : types.map(({ name, complianceShare }) => `${name} ${complianceShare}`).join(' / ')
}

/** Return the bases or sites that a statement covers when it does not cover the whole client. */
function placesOf(book: PlaceBook, { everything, companyIds, siteIds }: DeviceSet, whole: readonly number[]): string[] {
  if (everything || (siteIds === null && whole.every((id) => companyIds.includes(id)))) return []
  return (siteIds ?? companyIds).flatMap((id) => book.companies.get(id)?.name ?? [])
}

/**
 * Return the figures of one client and month, from the same roll-ups as the charts.
 * @throws AppError NOT_FOUND for a client that does not exist or is out of scope, VALIDATION for a month that has not
 * begun
 */
export async function readStatement(
  ctx: SignedInContext,
  { id, month, basis, forClient }: StatementRequest,
): Promise<StatementInput> {
  const { places } = ctx.services
  const { timeZone, brandText } = ctx.config
  const [book, set] = [await places.book(), await places.narrow(ctx.scope, { clientId: id })]
  const client = book.clients.get(id)
  if (!client) throw new AppError('NOT_FOUND')
  const now = ctx.clock()
  const today = businessDay(now, timeZone)
  const start = `${month}-01`
  if (start > today) throw new AppError('VALIDATION', { field: 'month', problem: 'repair.problem.future' })
  const monthEnd = lastDayOf(month)
  const isWhole = monthEnd < today
  const end = isWhole ? monthEnd : today
  const db = ctx.readDb
  // With the scope of the client, names of other clients are hidden.
  const reader = forClient ? set : await places.narrow(ctx.scope)
  const days = await dailySums(db, set, start, end)
  const changed = await changedSinceIssue(db, id, set.accountId, month)
  const range = { start, end, period: 'month' as const }
  const lines = (period: 'day' | 'month') =>
    Object.fromEntries(
      rates.map((rate) => [rate, rateLine(days, { ...range, period }, rate, basis)]),
    ) as StatementInput['rates']
  const inSeveral = [...book.companies.values()]
    .filter(({ kind, tenantId, id: company, deleted }) => kind === 'base' && tenantId === company && !deleted)
    .map((base) => base.id)
  return {
    client: client.name,
    account: set.accountId === null ? null : (book.accounts.get(set.accountId)?.name ?? null),
    base: book.companies.get(client.companyId)?.name ?? '',
    places: ctx.reach === 'client' || ctx.reach === 'account' ? [] : placesOf(book, set, inSeveral),
    month,
    start,
    end,
    isWhole,
    basis,
    asOf: businessTime(now, timeZone),
    timeZone,
    person: ctx.viewer.name,
    brandText,
    complianceShare: shareWord(book.types.filter(({ retired }) => !retired)),
    days,
    changedSinceIssue: changed && { issuedAt: businessTime(changed.issuedAt, timeZone), days: changed.days },
    states: stackedStates(days, range),
    rates: lines('month'),
    daily: lines('day'),
    repairs:
      set.companyIds.length === 0
        ? { count: 0, rows: [] }
        : await readRepairs(db, set, book, { start, end, today, timeZone }),
    changes: await readChanges(db, dayReading(ctx), set, { start, end }).then(
      (changes) =>
        changes && readMoves({ db, reading: dayReading(ctx), reader: { book, set: reader } }, set, id, changes),
    ),
  }
}

/**
 * Print the statement as a PDF in both languages on the reports thread, and log it.
 * @throws AppError as readStatement, TOO_MANY, BUSY when too many documents wait
 */
export async function printStatement(ctx: SignedInContext, request: StatementRequest): Promise<FileParts> {
  const { id, month, basis } = request
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const takeBack = await issueStatement(ctx, await ctx.services.places.narrow(ctx.scope, { clientId: id }), id, month)
  const printed = async () => {
    const statement = await readStatement(ctx, request)
    return { statement, bytes: await ctx.services.reports.print({ statement }) }
  }
  const { statement, bytes } = await printed().catch(async (error: unknown) => {
    await takeBack()
    throw error
  })
  const details = { month, basis, bytes: bytes.length, days: statement.days.length }
  await ctx.services.audit.write(ctx.db, ctx, {
    action: 'clients.statement',
    targetKind: 'client',
    targetId: id,
    result: 'done',
    details,
  })
  return parts(`${statementWord('zh', 'file')}-${fileNamePart(statement.client)}-${month}.pdf`, bytes)
}

async function* parts(fileName: string, bytes: Uint8Array): FileParts {
  yield { fileName, contentType: 'application/pdf' }
  yield* binaryParts(bytes)
}
