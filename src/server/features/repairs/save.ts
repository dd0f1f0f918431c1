import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { withSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { devicesOf, type HeldDevice, holdDevices, readDevices, setOf } from '#server/features/devices/hold-devices.ts'
import { writeChanges } from '#server/features/devices/write-changes.ts'
import { choicesText } from '#server/field-problems.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'

import { type RepairSaveAnswer, type RepairSaveRequest, type ReturnOutcome, returnOutcomes } from '#shared/repairs.ts'
import { type Act, type DecidedLine, decideLines } from './decide-lines.ts'
import { lastRecords } from './last-records.ts'
import { answerLines, refusalOf } from './line-words.ts'
import { type Ready, type RepairOrder, writeRecords } from './write-records.ts'

/** Maximum number of serials in an audit entry; order and records contain all. */
const namedSerials = 50

function refuseField(ctx: SignedInContext, field: string, problem: Parameters<typeof word>[1], values = {}): never {
  throw new AppError('VALIDATION', { fields: [{ field, problem: word(ctx.request.language, problem, values) }] })
}

/**
 * Return the outcome of a return. The documented calls return one machine by `deviceSerial`, have no outcome (C041,
 * C119) and make it repaired (R182): there it is fixed. Our own forms, with a list of serials or selected devices, must
 * send it.
 */
function outcomeOf(ctx: SignedInContext, { type, outcome, deviceSerial }: RepairSaveRequest): ReturnOutcome {
  if (outcome === undefined && type === '送回' && deviceSerial === undefined)
    refuseField(ctx, 'outcome', 'repair.problem.outcome', {
      allowed: choicesText(returnOutcomes, ctx.request.language),
    })
  return outcome ?? 'fixed'
}

async function actOf(ctx: SignedInContext, request: RepairSaveRequest): Promise<Act> {
  const today = businessDay(ctx.clock(), ctx.config.timeZone)
  const { type, repairDateStr: date = today } = request
  const given = [request.deviceSerial, request.serials, request.selection].filter((source) => source !== undefined)
  if (given.length !== 1) refuseField(ctx, 'serials', 'repair.problem.serials')
  const outcome = outcomeOf(ctx, request)
  if (date > today) refuseField(ctx, 'repairDateStr', 'repair.problem.future')
  if (type === '送修' && !request.notes) refuseField(ctx, 'notes', 'repair.problem.reason')
  if (type === '送修' && request.cost !== undefined) refuseField(ctx, 'cost', 'repair.problem.onlyReturn')
  if (type === '送修' && request.warrantyUntil !== undefined)
    refuseField(ctx, 'warrantyUntil', 'repair.problem.onlyReturn')
  if (request.warrantyUntil !== undefined && request.warrantyUntil < date)
    refuseField(ctx, 'warrantyUntil', 'repair.problem.warranty')
  if (type === '送回' && outcome === 'notRepairable' && !request.confirmScrap && !request.dryRun)
    refuseField(ctx, 'confirmScrap', 'fleet.scrapAsk')
  return { type, outcome, date, siteIds: await siteIdsOf(ctx, request) }
}

/**
 * Return the ids of the requested site and the sites below it; null = not requested. An unknown name gives an empty
 * list, which no device matches.
 */
async function siteIdsOf(
  ctx: SignedInContext,
  { siteId, site }: RepairSaveRequest,
): Promise<ReadonlySet<number> | null> {
  if (siteId === undefined && site === undefined) return null
  const { places } = ctx.services
  const book = await places.book()
  if (siteId === undefined) {
    const named = [...book.companies.values()].filter(({ name, deleted }) => name === site && !deleted)
    return new Set(named.flatMap(({ id }) => book.withChildren(id)))
  }
  await places.narrow(ctx.scope, { siteId })
  return new Set(book.withChildren(siteId))
}

/**
 * Return the company of an order, which the caller must reach; null = none was sent. Only headquarters' own users may
 * receive from its bases.
 */
async function companyOf(ctx: SignedInContext, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null
  if (id !== ctx.viewer.companyId) await ctx.services.places.narrow(ctx.scope, { companyId: id })
  return id
}

type Found = { serials: string[]; devices: HeldDevice[] }
async function find(trx: Transaction<Database>, set: DeviceSet, request: RepairSaveRequest): Promise<Found> {
  const read = (condition?: RawBuilder<boolean>) => (request.dryRun ? readDevices : holdDevices)(trx, set, condition)
  if (request.selection) {
    const devices = await devicesOf(read, request.selection)
    return { serials: devices.map(({ serial }) => serial), devices }
  }
  const serials = request.serials ?? (request.deviceSerial === undefined ? [] : [request.deviceSerial])
  return { serials, devices: await read(withSerials(serials)) }
}

async function decide(
  trx: Transaction<Database>,
  set: DeviceSet,
  request: RepairSaveRequest,
  act: Act,
): Promise<DecidedLine[]> {
  const { serials, devices } = await find(trx, set, request)
  const last = await lastRecords(trx, devices)
  return decideLines(serials, act, { devices, last, rules: await readHashRules(trx) })
}

const isReady = (line: DecidedLine): line is Ready => line.answer === 'ready' && line.device !== null

/**
 * Write the audit log entry of each order, so that the log of each base tells about its own machines. Refused lines
 * without a machine, or of a base without an order, are told with the first order.
 */
async function auditOrders(
  trx: Transaction<Database>,
  ctx: SignedInContext,
  decided: readonly DecidedLine[],
  orders: readonly RepairOrder[],
  details: Record<string, unknown>,
): Promise<void> {
  const orderOf = new Map(orders.map((order) => [order.companyId, order]))
  for (const order of orders) {
    const own = decided.filter(({ device }) => (orderOf.get(device?.company_id ?? 0) ?? orders[0]) === order)
    const ready = own.filter(isReady)
    await ctx.services.audit.write(trx, ctx, {
      action: 'repairs.save',
      targetKind: 'machine_material_order',
      targetId: order.id,
      companyId: order.companyId,
      details: {
        ...details,
        orderIds: [order.id],
        devices: ready.length,
        refused: own.length - ready.length,
        serials: ready.slice(0, namedSerials).map(({ device }) => device.serial),
      },
    })
  }
}

/**
 * Send devices to repair (出库, 送修) or take them back (入库, 送回): the service behind machineMaterialOrder and repairDaily.
 * Each serial is decided on its own; the valid ones are changed in one transaction, or with `strict` (and for a single
 * device) all or nothing.
 * @throws AppError VALIDATION for a future date, a missing reason or outcome, or an unconfirmed scrap; NOT_FOUND for a
 * foreign site or company; COUNT_CHANGED; with `strict` REPAIR_REFUSED, or for one device its reason
 */
export async function saveRepairs(ctx: SignedInContext, request: RepairSaveRequest): Promise<RepairSaveAnswer> {
  const act = await actOf(ctx, request)
  const buyCompanyId = (await companyOf(ctx, request.buyCompanyId)) ?? ctx.viewer.companyId
  const saleCompanyId = await companyOf(ctx, request.saleCompanyId)
  const book = await ctx.services.places.book()
  const notes = request.notes || null
  const terms = {
    workshop: request.workshop || null,
    cost: request.cost ?? null,
    warrantyUntil: request.warrantyUntil ?? null,
  }
  const set = await (request.selection ? setOf(ctx, request.selection) : ctx.services.places.narrow(ctx.scope))
  return ctx.db.transaction().execute(async (trx) => {
    if (request.dryRun) await sql`set transaction read only`.execute(trx)
    const decided = await decide(trx, set, request, act)
    const ready = decided.filter(isReady)
    const refused = decided.length - ready.length
    const words = { language: ctx.request.language, timeZone: ctx.config.timeZone, type: act.type, book }
    const answer = (orderIds: number[], recordIds: ReadonlyMap<number, number>): RepairSaveAnswer => ({
      type: act.type,
      done: ready.length,
      refused,
      dryRun: request.dryRun,
      orderIds,
      lines: answerLines(decided, recordIds, words),
    })
    if (request.dryRun) return answer([], new Map())
    if (refused > 0 && (request.strict || request.deviceSerial !== undefined)) throw refusalOf(decided, words)
    if (ready.length === 0) return answer([], new Map())
    const at = ctx.clock()
    const origin = { ...terms, at, userId: ctx.viewer.userId, notes, buyCompanyId, saleCompanyId }
    const { orders, recordIds, changes } = await writeRecords(trx, ready, act, origin)
    await writeChanges(trx, ctx, changes, { at, userId: ctx.viewer.userId, note: notes })
    await auditOrders(trx, ctx, decided, orders, {
      type: act.type,
      notes,
      date: act.date,
      outcome: act.type === '送回' ? act.outcome : null,
      ...terms,
      buyCompanyId,
    })
    return answer(
      orders.map(({ id }) => id),
      recordIds,
    )
  })
}
