import { sql } from 'kysely'
import { changeRow, createRow, type Held, recordKind } from '#server/db/records.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { type MachineTypeRow, type MachineTypeSave, type MachineTypeUpdate, typeNamed } from '#shared/machine-types.ts'
import type { Page } from '#shared/paging.ts'

const columns = ['name', 'target_hash_rate', 'compliance_share', 'power_w', 'retired_at', 'update_time'] as const
const record = recordKind({ table: 'machine_type', kind: 'machine_type', columns })
type Stored = Held<'machine_type', (typeof columns)[number]>

const rowOf = (stored: Stored, timeZone: string): MachineTypeRow => ({
  id: stored.id,
  name: stored.name,
  targetHashRate: stored.target_hash_rate,
  complianceShare: stored.compliance_share,
  powerW: stored.power_w,
  retired: stored.retired_at !== null,
  updateTimeStr: businessTime(stored.update_time, timeZone),
  rowVersion: stored.row_version,
})
/** Return the fields of a type for the audit log. */
const loggedType = ({ name, target_hash_rate, compliance_share, power_w, retired_at }: Stored) => ({
  name,
  targetHashRate: target_hash_rate,
  complianceShare: compliance_share,
  powerW: power_w,
  retired: retired_at !== null,
})

/** Return all types, including retired ones, in the order of creation. */
export async function findMachineTypes(ctx: SignedInContext): Promise<Page<MachineTypeRow>> {
  const rows = await ctx.readDb
    .selectFrom('machine_type')
    .select(['id', 'row_version', ...columns])
    .orderBy('id')
    .execute()
  return { data: rows.map((row) => rowOf(row, ctx.config.timeZone)), totalCount: rows.length }
}

/**
 * Types are shared by all bases.
 * @throws AppError FORBIDDEN for a user of a base
 */
function requireHeadquarters({ viewer }: SignedInContext): void {
  if (viewer.companyKind !== 'headquarters') throw new AppError('FORBIDDEN', { word: 'error.headquartersOnly' })
}

/**
 * Add a type: its row, and its name as a value of the enum that machines and daily rows use. PostgreSQL does not allow
 * the use of the value before this transaction is committed.
 * @throws AppError FORBIDDEN outside headquarters, DUPLICATE for a name that exists in any letter case
 */
export async function createMachineType(ctx: SignedInContext, type: MachineTypeSave): Promise<MachineTypeRow> {
  requireHeadquarters(ctx)
  const { name, targetHashRate, complianceShare, powerW } = type
  const known = typeNamed((await ctx.services.places.book()).types, name)
  if (known)
    throw new AppError('DUPLICATE', { field: 'name', word: 'error.machineTypeKnown', values: { name: known.name } })
  const values = {
    name,
    target_hash_rate: targetHashRate,
    compliance_share: complianceShare,
    power_w: powerW ?? null,
    retired_at: null,
  }
  const made = await createRow(ctx, record, {
    action: 'machineTypes.save',
    companyId: null,
    values,
    also: (_row, trx) => sql`alter type device_type add value if not exists ${sql.lit(name)}`.execute(trx),
    details: (row) => ({ after: loggedType(row), name }),
  })
  ctx.services.places.forget()
  return rowOf(made, ctx.config.timeZone)
}

/**
 * Change the targets of a type from the next report and the next day on. Existing days keep their target and
 * compliance. Machines keep a retired type, but no other machine can get it.
 * @throws AppError FORBIDDEN outside headquarters, NOT_FOUND, EDITED_BY_OTHERS
 */
export async function changeMachineType(
  ctx: SignedInContext,
  { id, rowVersion, ...type }: MachineTypeUpdate,
): Promise<MachineTypeRow> {
  requireHeadquarters(ctx)
  const { targetHashRate, complianceShare, powerW, retired } = type
  const changed = await changeRow(
    ctx,
    record,
    { id, rowVersion },
    {
      action: 'machineTypes.update',
      companyId: null,
      set: (before) => ({
        target_hash_rate: targetHashRate,
        compliance_share: complianceShare,
        power_w: powerW,
        retired_at: retired === undefined ? undefined : retired ? (before.retired_at ?? ctx.clock()) : null,
      }),
      details: (before, after) => ({ before: loggedType(before), after: loggedType(after), name: after.name }),
    },
  )
  ctx.services.places.forget()
  return rowOf(changed, ctx.config.timeZone)
}
