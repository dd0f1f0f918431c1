import { type Generated, type InsertObject, type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import { AppError } from '#shared/errors.ts'
import { type AuditContent, auditRow } from './audit-row.ts'
import type { Stamped } from './column-types.ts'
import { refuseOutdated } from './edit-conflict.ts'
import type { Database, Db, Trx } from './tables.ts'

/** Tables whose rows have a version, so that a change can name the version that the user has seen. */
export type RecordTable = {
  [T in keyof Database]: Database[T] extends Stamped & { id: Generated<number> } ? T : never
}[keyof Database]
export type Column<T extends RecordTable> = keyof Selectable<Database[T]> & string

/** A kind of record: its table, its name in the audit log, and the columns that its changes read before and after. */
export type Kind<T extends RecordTable, C extends Column<T>> = {
  table: T
  kind: AuditKind
  columns: readonly C[]
  /** A deleted row stays in the table and is marked by `deleted_at`. */
  marksDeleted?: boolean
}
export const recordKind = <T extends RecordTable, const C extends Column<T>>(kind: Kind<T, C>): Kind<T, C> => kind

/** A row locked by its transaction. */
export type Held<T extends RecordTable, C extends Column<T>> = Pick<Selectable<Database[T]>, C> & {
  id: number
  row_version: number
}
/** The row that a caller means, and the version that the caller has seen; without a version, any. */
export type Named = { id: number; rowVersion?: number | undefined }
type Details<Rows extends unknown[]> = Record<string, unknown> | ((...rows: Rows) => Record<string, unknown>)

const returned = ({ columns }: { columns: readonly string[] }) =>
  sql.join(['id', 'row_version', ...columns].map((column) => sql.ref(column)))
const isSent = (entry: [string, unknown]): boolean => entry[1] !== undefined

const selectRow = async <T extends RecordTable, C extends Column<T>>(
  db: Db,
  record: Kind<T, C>,
  id: number,
  visible: RawBuilder<boolean>,
  lock: RawBuilder<unknown>,
): Promise<Held<T, C>> => {
  const query = sql<
    Held<T, C>
  >`select ${returned(record)} from ${sql.table(record.table)} where id = ${id} and ${visible} ${lock}`
  const [row] = (await query.execute(db)).rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/**
 * Read one row.
 * @param visible the rows that the caller may reach, by the name of the table (`visible.ts`)
 * @throws AppError NOT_FOUND for a row that is missing or out of reach, alike
 */
export const readRow = <T extends RecordTable, C extends Column<T>>(
  db: Db,
  record: Kind<T, C>,
  id: number,
  visible: RawBuilder<boolean>,
): Promise<Held<T, C>> => selectRow(db, record, id, visible, sql``)

/** Read one row and lock it until the transaction ends. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export async function holdRow<T extends RecordTable, C extends Column<T>>(
  trx: Trx,
  record: Kind<T, C>,
  { id, rowVersion }: Named,
  visible: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Held<T, C>> {
  const row = await selectRow(trx, record, id, visible, sql`for update`)
  refuseOutdated(row.row_version, rowVersion)
  return row
}

/** Insert a row with the current time. The API layer converts a unique violation to DUPLICATE. */
export async function insertRow<T extends RecordTable, C extends Column<T>>(
  trx: Trx,
  ctx: Pick<SignedInContext, 'clock'>,
  record: Kind<T, C>,
  values: InsertObject<Database, T>,
): Promise<Held<T, C>> {
  const now = ctx.clock()
  const entries = Object.entries<unknown>({ ...values, create_time: now, update_time: now }).filter(isSent)
  const { rows } = await sql<
    Held<T, C>
  >`insert into ${sql.table(record.table)} (${sql.join(entries.map(([column]) => sql.ref(column)))})
    values (${sql.join(entries.map(([, value]) => value))}) returning ${returned(record)}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`nothing was inserted into ${record.table}`)
  return row
}

/** Update columns of a locked row, with its next version and the time; undefined values keep the stored ones. */
export async function updateRow<T extends RecordTable, C extends Column<T>>(
  trx: Trx,
  ctx: Pick<SignedInContext, 'clock'>,
  record: Kind<T, C>,
  held: { id: number; row_version: number },
  set: UpdateObject<Database, T>,
): Promise<Held<T, C>> {
  const entries = Object.entries<unknown>({
    ...set,
    update_time: ctx.clock(),
    row_version: held.row_version + 1,
  }).filter(isSent)
  const { rows } = await sql<Held<T, C>>`update ${sql.table(record.table)}
    set ${sql.join(entries.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))} where id = ${held.id} returning ${returned(record)}`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const detailsOf = <Rows extends unknown[]>(details: Details<Rows> | undefined, ...rows: Rows) =>
  typeof details === 'function' ? details(...rows) : details

/**
 * Insert a row and its audit log entry in one transaction. `values` may read in it, `also` may write rows that belong
 * to the new one.
 */
export function createRow<T extends RecordTable, C extends Column<T>>(
  ctx: SignedInContext,
  record: Kind<T, C>,
  {
    values,
    also,
    details,
    ...told
  }: AuditContent & {
    values: InsertObject<Database, T> | ((trx: Trx) => Promise<InsertObject<Database, T>>)
    also?: (row: Held<T, C>, trx: Trx) => Promise<unknown>
    details?: Details<[Held<T, C>]>
  },
): Promise<Held<T, C>> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await insertRow(trx, ctx, record, typeof values === 'function' ? await values(trx) : values)
    await also?.(row, trx)
    await auditRow(trx, ctx, record, row, { ...told, details: detailsOf(details, row) })
    return row
  })
}

/**
 * Change one of the `visible` rows and write its audit log entry in one transaction. `set` may check the stored row and
 * read others, `also` may write rows that belong to it.
 * @throws AppError NOT_FOUND for a row that is missing or out of reach, alike; EDITED_BY_OTHERS
 */
export function changeRow<T extends RecordTable, C extends Column<T>>(
  ctx: SignedInContext,
  record: Kind<T, C>,
  named: Named,
  {
    visible,
    set,
    also,
    details,
    ...told
  }: AuditContent & {
    visible?: RawBuilder<boolean>
    set:
      | UpdateObject<Database, T>
      | ((before: Held<T, C>, trx: Trx) => UpdateObject<Database, T> | Promise<UpdateObject<Database, T>>)
    also?: (after: Held<T, C>, trx: Trx) => Promise<unknown>
    details?: Details<[Held<T, C>, Held<T, C>]>
  },
): Promise<Held<T, C>> {
  return ctx.db.transaction().execute(async (trx) => {
    const before = await holdRow(trx, record, named, visible)
    const after = await updateRow(trx, ctx, record, before, typeof set === 'function' ? await set(before, trx) : set)
    await also?.(after, trx)
    await auditRow(trx, ctx, record, after, { ...told, details: detailsOf(details, before, after) })
    return after
  })
}

/**
 * Delete one of the `visible` rows, or mark it as deleted, and write its audit log entry in one transaction. `check`
 * refuses a row that is still in use.
 * @throws AppError NOT_FOUND for a row that is missing, deleted or out of reach, alike
 */
export function deleteRow<T extends RecordTable, C extends Column<T>>(
  ctx: SignedInContext,
  record: Kind<T, C>,
  id: number,
  {
    visible,
    check,
    set,
    details,
    ...told
  }: AuditContent & {
    visible?: RawBuilder<boolean>
    check?: (before: Held<T, C>, trx: Trx) => Promise<unknown>
    /** Other columns to change on a row that is marked as deleted. */
    set?: UpdateObject<Database, T>
    details?: Details<[Held<T, C>]>
  },
): Promise<{ id: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    const before = await holdRow(trx, record, { id }, visible)
    await check?.(before, trx)
    if (record.marksDeleted)
      await updateRow(trx, ctx, record, before, { ...set, deleted_at: ctx.clock() } as unknown as UpdateObject<
        Database,
        T
      >)
    else await sql`delete from ${sql.table(record.table)} where id = ${id}`.execute(trx)
    await auditRow(trx, ctx, record, before, { ...told, details: detailsOf(details, before) })
    return { id }
  })
}

/** Convert a saved row to a response. */
export const savedAs = ({
  id,
  row_version,
}: {
  id: number
  row_version: number
}): { id: number; rowVersion: number } => ({ id, rowVersion: row_version })
