import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { pickUsers } from '#server/features/users/find-users.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { CareAnswer, CareRequest } from '#shared/device-care.ts'
import { type WarningState, warningStates } from '#shared/device-detail.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { roleLabels } from '#shared/roles.ts'
import { devicesOf, type HeldDevice, holdDevices, setOf } from './hold-devices.ts'

/** The most serials that one entry of the audit log contains. */
const namedSerials = 50

/** The roles that machines can be assigned to: inspectors, base managers and managers. */
const assigneeLabels = [roleLabels.inspector, roleLabels.baseManager, roleLabels.manager]

const isTroubled = ({ state }: HeldDevice): boolean => warningStates.some((one: WarningState) => one === state)

/** Return the users that machines can be assigned to: the staff of the companies in scope, and of headquarters. */
export async function findAssignees(ctx: SignedInContext): Promise<{ id: number; name: string }[]> {
  const book = await ctx.services.places.book()
  const { companyIds } = await ctx.services.places.narrow(ctx.scope)
  const own = [...book.companies.values()]
    .filter(({ kind, tenantId }) => kind === 'headquarters' || companyIds.includes(tenantId))
    .map(({ id }) => id)
  return pickUsers(ctx, assigneeLabels, own)
}

/** @throws AppError NOT_FOUND for a user out of scope; VALIDATION for a user who does not see all of the machines */
async function checkAssignee(
  ctx: SignedInContext,
  book: PlaceBook,
  id: number,
  devices: readonly HeldDevice[],
  trx: Transaction<Database>,
): Promise<void> {
  const person = await trx
    .selectFrom('app_user')
    .select(['name', 'home_company_id', 'nick_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .executeTakeFirst()
  const home = person && book.companies.get(person.home_company_id)
  const inSight =
    home && (home.kind === 'headquarters' || ctx.scope.branches.some(({ companyId }) => companyId === home.tenantId))
  if (!person || !home || !inSight || !assigneeLabels.some((label) => label === person.nick_name))
    throw new AppError('NOT_FOUND', { field: 'assigneeId' })
  if (home.kind !== 'headquarters' && devices.some(({ company_id }) => company_id !== home.tenantId))
    throw new AppError('VALIDATION', {
      fields: [
        { field: 'assigneeId', problem: word(ctx.request.language, 'care.problem.foreign', { name: person.name }) },
      ],
    })
}

/** Return the condition that `d` is one of these machines. */
const isOneOf = (devices: readonly HeldDevice[]): RawBuilder<boolean> =>
  sql`d.company_id = any(${[...new Set(devices.map(({ company_id }) => company_id))]}::int[])
    and d.id = any(${devices.map(({ id }) => id)}::int[])`

/**
 * Refuse a change of a note or an assignee that somebody has changed since the caller read it.
 * @throws AppError EDITED_BY_OTHERS
 */
async function checkExpected(
  { assigneeId, note }: NonNullable<CareRequest['expected']>,
  devices: readonly HeldDevice[],
  trx: Transaction<Database>,
): Promise<void> {
  const isAssigneeOther = assigneeId === undefined ? sql`false` : sql`c.assignee_id is distinct from ${assigneeId}::int`
  const isNoteOther = note === undefined ? sql`false` : sql`coalesce(c.note, '') <> ${note ?? ''}`
  const { rows } = await sql`select 1
    from device d left join device_care c on c.company_id = d.company_id and c.device_id = d.id and c.state_since = d.state_since
    where ${isOneOf(devices)} and (${isAssigneeOther} or ${isNoteOther}) limit 1`.execute(trx)
  if (rows.length > 0) throw new AppError('EDITED_BY_OTHERS')
}

/**
 * Refuse a change that would replace or withdraw the acknowledgement of another person.
 * @throws AppError VALIDATION with the person's name for a new one, EDITED_BY_OTHERS for a withdrawal
 */
async function checkAcknowledged(
  ctx: SignedInContext,
  onlyIf: NonNullable<CareRequest['onlyIf']>,
  devices: readonly HeldDevice[],
  trx: Transaction<Database>,
): Promise<void> {
  const isOther = onlyIf === 'own' ? sql`c.acknowledged_by is distinct from ${ctx.viewer.userId}::int` : sql`true`
  const { rows } = await sql<{ name: string | null }>`select u.name
    from device d join device_care c on c.company_id = d.company_id and c.device_id = d.id and c.state_since = d.state_since
      left join app_user u on u.id = c.acknowledged_by
    where ${isOneOf(devices)}
      and c.acknowledged_at is not null and ${isOther} limit 1`.execute(trx)
  const [found] = rows
  if (!found) return
  if (onlyIf === 'own') throw new AppError('EDITED_BY_OTHERS')
  const problem = word(ctx.request.language, 'care.problem.acknowledged', { name: found.name ?? '-' })
  throw new AppError('VALIDATION', { fields: [{ field: 'reason', problem }] })
}

type Values = Record<
  'assignee_id' | 'note' | 'acknowledged_at' | 'acknowledged_by' | 'reason',
  RawBuilder<unknown> | null
>

/**
 * Return the values that the request sets; null = the present value stays, unless the row is about an earlier trouble.
 */
function valuesOf({ acknowledged, reason, assigneeId, note }: CareRequest, at: Date, userId: number | null): Values {
  const seen = acknowledged === undefined ? null : acknowledged
  return {
    assignee_id: assigneeId === undefined ? null : sql`${assigneeId}::int`,
    note: note === undefined ? null : sql`${note}::text`,
    acknowledged_at: seen === null ? null : seen ? sql`${at}::timestamptz` : sql`null::timestamptz`,
    acknowledged_by: seen === null ? null : seen ? sql`${userId}::int` : sql`null::int`,
    reason: seen === null ? null : seen ? sql`${reason ?? null}::text` : sql`null::text`,
  }
}
const types = {
  assignee_id: 'int',
  note: 'text',
  acknowledged_at: 'timestamptz',
  acknowledged_by: 'int',
  reason: 'text',
} as const

/** Write one row per machine. Values of an earlier trouble are cleared. */
async function writeCare(
  trx: Transaction<Database>,
  companyId: number,
  ids: readonly number[],
  values: Values,
  at: Date,
): Promise<void> {
  const names = Object.keys(types) as (keyof Values)[]
  const inserted = names.map((name) => values[name] ?? sql`null::${sql.raw(types[name])}`)
  const updated = names.map(
    (name) =>
      sql`${sql.ref(name)} = ${values[name] ?? sql`case when device_care.state_since = excluded.state_since then device_care.${sql.ref(name)} end`}`,
  )
  await sql`insert into device_care(company_id, device_id, state_since, update_time, ${sql.join(names.map((name) => sql.ref(name)))})
    select company_id, id, state_since, ${at}::timestamptz, ${sql.join(inserted)} from device where company_id = ${companyId} and id = any(${[...ids]}::int[])
    on conflict (company_id, device_id) do update set state_since = excluded.state_since, update_time = excluded.update_time, ${sql.join(updated)}`.execute(
    trx,
  )
}

/**
 * Store acknowledgement, assignee and note for machines in trouble. Others are skipped and counted.
 * @throws AppError NOT_FOUND for machines or a user out of scope, COUNT_CHANGED, VALIDATION, EDITED_BY_OTHERS
 */
export async function attendDevices(ctx: SignedInContext, request: CareRequest): Promise<CareAnswer> {
  const { selection, acknowledged, reason, assigneeId, note, onlyIf, expected } = request
  const set = await setOf(ctx, selection)
  const book = await ctx.services.places.book()
  return ctx.db.transaction().execute(async (trx) => {
    const devices = await devicesOf((condition) => holdDevices(trx, set, condition), selection)
    const troubled = devices.filter(isTroubled)
    if (typeof assigneeId === 'number') await checkAssignee(ctx, book, assigneeId, troubled, trx)
    if (onlyIf) await checkAcknowledged(ctx, onlyIf, troubled, trx)
    if (expected) await checkExpected(expected, troubled, trx)
    const at = ctx.clock()
    const values = valuesOf(request, at, ctx.viewer.userId)
    for (const companyId of new Set(troubled.map(({ company_id }) => company_id))) {
      const own = troubled.filter(({ company_id }) => company_id === companyId)
      const ids = own.map(({ id }) => id)
      await writeCare(trx, companyId, ids, values, at)
      // An entry for each base, so that the log of each base tells about its own machines.
      await ctx.services.audit.write(trx, ctx, {
        action: 'devices.attend',
        targetKind: 'device',
        targetId: ids.length === 1 ? ids[0] : undefined,
        companyId,
        details: {
          ...{ acknowledged: acknowledged ?? null, reason: reason ?? null, devices: own.length },
          ...(assigneeId === undefined ? {} : { assigneeId }),
          ...(note === undefined ? {} : { note }),
          serials: own.slice(0, namedSerials).map(({ serial }) => serial),
        },
      })
    }
    return { changed: troubled.length, skipped: devices.length - troubled.length }
  })
}
