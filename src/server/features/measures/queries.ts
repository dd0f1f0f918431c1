import { sql, type Transaction } from 'kysely'
import { containing, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import { tenantFor, tenantsInSight } from '#server/features/stations/queries.ts'
import { reaches } from '#server/features/users/sight.ts'
import { holdBook } from '#server/services/hold-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditAction } from '#shared/audit.ts'
import { businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { MeasureListRequest, MeasureRow, MeasureSave, MeasureUpdate } from '#shared/measures.ts'
import type { Page } from '#shared/paging.ts'

const targetKind = 'measure'
const columns = ['id', 'company_id', 'check_method', 'description', 'cash_amount', 'update_time', 'row_version'] as const
type Stored = {
  id: number
  company_id: number
  check_method: string
  description: string | null
  cash_amount: string
  update_time: Date
  row_version: number
}

async function rowOf(ctx: SignedInContext, row: Stored): Promise<MeasureRow> {
  const book = await ctx.services.places.book()
  return {
    id: row.id,
    companyId: row.company_id,
    company: book.companies.get(row.company_id)?.name ?? '',
    checkMethod: row.check_method,
    description: row.description,
    // Ten digits: what is printed again is exactly what is stored.
    cashAmount: Number(row.cash_amount),
    updateTimeStr: businessTime(row.update_time, ctx.config.timeZone),
    rowVersion: row.row_version,
  }
}

/** A page of amounts by base, in the order in which they were made. */
export async function findMeasures(ctx: SignedInContext, request: MeasureListRequest): Promise<Page<MeasureRow>> {
  const tenants = await tenantsInSight(ctx, request.companyId)
  const { offset, limit } = windowOf(request)
  let query = ctx.readDb.selectFrom('measure').where('kind', '=', 'out')
  if (tenants) query = query.where('company_id', 'in', tenants)
  if (request.name) {
    const part = containing(request.name)
    query = query.where((is) => is.or([is('check_method', 'ilike', part), is('description', 'ilike', part)]))
  }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query.select(columns).orderBy('company_id').orderBy('id').offset(offset).limit(limit).execute()
  return { data: await Promise.all(rows.map((row) => rowOf(ctx, row))), totalCount: total }
}

const valuesOf = ({ checkMethod, description, cashAmount }: Omit<MeasureSave, 'companyId'>) => ({
  check_method: checkMethod,
  description: description || null,
  cash_amount: cashAmount,
})
type Amount = ReturnType<typeof valuesOf>
const amountOf = ({ check_method, description, cash_amount }: Amount): Amount => ({ check_method, description, cash_amount })

/** @throws AppError NOT_FOUND for a company out of reach; the same check method twice at a base becomes DUPLICATE */
export async function createMeasure(ctx: SignedInContext, input: MeasureSave): Promise<MeasureRow> {
  const company_id = await tenantFor(ctx, input.companyId)
  const now = ctx.clock()
  const made = await ctx.db.transaction().execute(async (trx) => {
    const values = { ...valuesOf(input), company_id, create_time: now, update_time: now }
    const row = await trx.insertInto('measure').values(values).returning(columns).executeTakeFirstOrThrow()
    await writeAudit(ctx, trx, 'measures.save', row, { after: amountOf(row) })
    return row
  })
  return rowOf(ctx, made)
}

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS when the row is no longer as `rowVersion` says */
export async function changeMeasure(caller: SignedInContext, { id, rowVersion, ...input }: MeasureUpdate): Promise<MeasureRow> {
  const ctx = await holdBook(caller)
  const changed = await ctx.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('measure').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before || !(await reaches(ctx, before.company_id))) throw new AppError('NOT_FOUND')
    if (rowVersion !== undefined && rowVersion !== before.row_version) throw new AppError('EDITED_BY_OTHERS')
    const { checkMethod = before.check_method, description = before.description, cashAmount = before.cash_amount } = input
    const set = { ...valuesOf({ checkMethod, description, cashAmount }), update_time: ctx.clock(), row_version: before.row_version + 1 }
    const row = await trx.updateTable('measure').set(set).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()
    await writeAudit(ctx, trx, 'measures.update', row, { before: amountOf(before), after: amountOf(row) })
    return row
  })
  return rowOf(ctx, changed)
}

const writeAudit = (ctx: SignedInContext, trx: Transaction<Database>, action: AuditAction, { id, company_id }: Stored, details: Record<string, Amount>) =>
  ctx.services.audit.write(trx, ctx, { action, targetKind, targetId: id, companyId: company_id, details })
