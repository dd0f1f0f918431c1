import type { Kysely, Transaction } from 'kysely'
import type { Branch, Scope } from '#server/db/scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { type DeviceEvent, transition } from '#shared/transitions.ts'
import { lockForChange } from './fleet-lock.ts'
import { readHashRules } from './hash-rules.ts'
import type { HeldDevice } from './hold-devices.ts'
import { writeChanges } from './write-changes.ts'

/** The parts of the context that a change of state needs. */
export type ChangeContext = Pick<SignedInContext, 'config' | 'clock' | 'viewer' | 'scope'>
export type ChangeNote = { note?: string | null; repairId?: number | null; at?: Date }
export type ChangedDevice = { id: number; serial: string; companyId: number; from: DeviceState; to: DeviceState }

type Found = Omit<HeldDevice, 'state_since'>

const holds = (branch: Branch, device: Found): boolean =>
  branch.companyId === device.company_id &&
  (branch.siteIds === undefined || (device.site_id !== null && branch.siteIds.includes(device.site_id))) &&
  (branch.clientId === undefined || branch.clientId === device.client_id) &&
  (branch.accountId === undefined || branch.accountId === device.account_id)

async function readInScope(trx: Transaction<Database>, scope: Scope, deviceId: number): Promise<Found> {
  const device = await trx
    .selectFrom('device')
    .select(['id', 'serial', 'company_id', 'site_id', 'client_id', 'account_id', 'type', 'state'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  const isInBin = device?.site_id && scope.withoutSiteIds?.includes(device.site_id)
  if (!device || isInBin || !scope.branches.some((branch) => holds(branch, device))) throw new AppError('NOT_FOUND')
  return device
}

/** Change a device as `transitionDevice` does, inside a larger transaction such as that of a repair record. */
export async function transitionWithin(
  trx: Transaction<Database>,
  ctx: ChangeContext,
  deviceId: number,
  event: Exclude<DeviceEvent, { cause: 'feed' | 'registered' }>,
  { note = null, repairId = null, at = ctx.clock() }: ChangeNote = {},
): Promise<ChangedDevice> {
  const before = await readInScope(trx, ctx.scope, deviceId)
  await lockForChange(trx, before.company_id)
  const device = await readInScope(trx, ctx.scope, deviceId)
  const rules = await readHashRules(trx)
  const decided = transition(device, event, rules)
  if (decided.kind === 'refused') throw new AppError(decided.reason)
  if (decided.kind !== 'change') throw new AppError('TRANSITION_REFUSED')
  const change = { deviceId, companyId: device.company_id, from: device.state, to: decided.to, cause: event.cause }
  await writeChanges(trx, ctx, [change], { at, userId: ctx.viewer.userId, repairId, note })
  return { id: device.id, serial: device.serial, companyId: device.company_id, from: device.state, to: decided.to }
}

/**
 * Apply one event to one device, as decided by `transition()`: state, event, open repair and the row of today in one
 * transaction.
 * @throws AppError NOT_FOUND outside the caller's scope; DEVICE_SCRAPPED, TRANSITION_REFUSED by the rule, or when
 * another transaction was faster
 */
export function transitionDevice(
  db: Kysely<Database>,
  ctx: ChangeContext,
  deviceId: number,
  event: Exclude<DeviceEvent, { cause: 'feed' | 'registered' }>,
  note: ChangeNote = {},
): Promise<ChangedDevice> {
  return db.transaction().execute((trx) => transitionWithin(trx, ctx, deviceId, event, note))
}
