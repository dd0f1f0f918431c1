import { sql, type Transaction } from 'kysely'
import { type DeviceSet, isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { byIds, type HeldDevice, holdDevices } from '#server/features/devices/hold-devices.ts'
import { writeChanges } from '#server/features/devices/write-changes.ts'
import type { StateChange } from '#server/features/devices/write-states.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { ConflictResolveAnswer, ConflictResolveRequest, ConflictTelemetry } from '#shared/feed-conflicts.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { complies, transition } from '#shared/transitions.ts'

/** An older report does not change the present state. */
const currentMs = 24 * 60 * 60 * 1000
/** Maximum number of serials in the audit entry of one decision. The device events have all of them. */
const namedSerials = 50

type Open = { id: number; device_id: number; telemetry: ConflictTelemetry; create_time: Date }
type Decided = { open: Open; device: HeldDevice; changes: StateChange[]; reportedAt: Date | null }

const change = (
  device: HeldDevice,
  from: StateChange['from'],
  to: StateChange['to'],
  cause: StateChange['cause'],
): StateChange => ({
  deviceId: device.id,
  companyId: device.company_id,
  from,
  to,
  cause,
})

/** Apply a decision to one device by the state rules; null = its state does not allow the decision. */
function decide(
  open: Open,
  device: HeldDevice,
  decision: ConflictResolveRequest['decision'],
  rules: HashRules,
  now: Date,
): Decided | null {
  if (decision === 'keep') return { open, device, changes: [], reportedAt: null }
  const decided = transition(device, { cause: decision }, rules)
  if (decided.kind !== 'change') return null
  const changes = [change(device, device.state, decided.to, decision)]
  if (decision !== 'found') return { open, device, changes, reportedAt: null }
  const { hashRate, activeWorkerState, alarm, reportedAt: reportedText } = open.telemetry
  const reportedAt = reportedText === null ? open.create_time : new Date(reportedText)
  if (now.getTime() - reportedAt.getTime() > currentMs) return { open, device, changes, reportedAt: null }
  const telemetry = { reported: true, activeWorkerState: activeWorkerState ?? (hashRate ?? 0) > 0, hashRate, alarm }
  const after = transition(
    { type: device.type, state: decided.to },
    { cause: 'feed', telemetry, afterReturn: true },
    rules,
  )
  if (after.kind === 'change') changes.push(change(device, decided.to, after.to, 'feed'))
  return { open, device, changes, reportedAt }
}

/** Write the measurements of the report that showed a found machine. */
async function writeReport(
  trx: Transaction<Database>,
  { open, device, reportedAt }: Decided,
  rules: HashRules,
  at: Date,
  timeZone: string,
): Promise<void> {
  if (reportedAt === null) return
  const { hashRate, activeWorker, activeWorkerState } = open.telemetry
  const active = activeWorkerState ?? (hashRate ?? 0) > 0
  await sql`
    update device set hash_rate = ${hashRate}::real, active_worker = coalesce(${activeWorker}::text, active_worker), active_worker_state = ${active}::boolean,
      last_report_at = ${reportedAt}::timestamptz, update_time = ${at}::timestamptz
    where company_id = ${device.company_id} and id = ${device.id} and (last_report_at is null or last_report_at < ${reportedAt}::timestamptz)`.execute(
    trx,
  )
  const today = businessDay(at, timeZone)
  if (businessDay(reportedAt, timeZone) !== today) {
    await sql`update device_daily set ever_reported = true
      where company_id = ${device.company_id} and business_date = ${today}::date and device_id = ${device.id} and not ever_reported`.execute(
      trx,
    )
    return
  }
  await sql`
    update device_daily set reported = true, ever_reported = true, hash_avg = ${hashRate}::real, compliant = ${complies(device.type, hashRate, rules)}::boolean
    where company_id = ${device.company_id} and business_date = ${today}::date and device_id = ${device.id}`.execute(
    trx,
  )
}

/**
 * Resolve conflicts in one transaction. Conflicts whose device does not allow the decision are returned and stay open.
 * @throws AppError NOT_FOUND for a conflict that is outside the territory, missing or already resolved
 */
export function resolveConflicts(
  ctx: SignedInContext,
  set: DeviceSet,
  request: ConflictResolveRequest,
): Promise<ConflictResolveAnswer> {
  const { decision, reason } = request
  const ids = [...new Set(request.ids)]
  return ctx.db.transaction().execute(async (trx) => {
    if (set.companyIds.length === 0) throw new AppError('NOT_FOUND')
    const queue = () =>
      sql<Open>`select id, device_id, telemetry, create_time from feed_conflict
        where ${isOneOf('company_id', set.companyIds)} and id = any(${ids}::int[]) and resolved_at is null order by id`.execute(
        trx,
      )
    const queued = (await queue()).rows
    const held = await holdDevices(trx, set, byIds(queued.map(({ device_id }) => device_id)))
    const devices = new Map(held.map((device) => [device.id, device]))
    // Read again under the lock: another user may have resolved some of them.
    const open = (await queue()).rows
    if (open.length !== ids.length || open.some(({ device_id }) => !devices.has(device_id)))
      throw new AppError('NOT_FOUND')
    const rules = await readHashRules(trx)
    const at = ctx.clock()
    const done: Decided[] = []
    const refused: ConflictResolveAnswer['refused'] = []
    for (const conflict of open) {
      const device = devices.get(conflict.device_id)
      const decided = device && decide(conflict, device, decision, rules, at)
      if (decided) done.push(decided)
      else if (device) refused.push({ serial: device.serial, state: device.state })
    }
    const origin = { at, userId: ctx.viewer.userId, note: reason ?? null }
    const first = done.flatMap(({ changes }) => changes.slice(0, 1))
    const second = done.flatMap(({ changes }) => changes.slice(1))
    if (first.length > 0) await writeChanges(trx, ctx, first, origin)
    if (second.length > 0) await writeChanges(trx, ctx, second, origin)
    for (const decided of done) await writeReport(trx, decided, rules, at, ctx.config.timeZone)
    await sql`
      update feed_conflict set resolved_at = ${at}::timestamptz, resolved_by = ${ctx.viewer.userId}::int
      where ${isOneOf('company_id', set.companyIds)} and id = any(${done.map((one) => one.open.id)}::int[])`.execute(
      trx,
    )
    const serials = done.slice(0, namedSerials).map(({ device }) => device.serial)
    if (done.length > 0) {
      const details = { decision, reason: reason ?? null, resolved: done.length, refused: refused.length, serials }
      await ctx.services.audit.write(trx, ctx, { action: 'feeds.resolve', targetKind: 'feed_conflict', details })
    }
    return { decision, resolved: done.length, refused }
  })
}
