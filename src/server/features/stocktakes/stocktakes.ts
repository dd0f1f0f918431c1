import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, deviceConditions, isOneOf } from '#server/db/device-set.ts'
import { windowOf } from '#server/db/page-window.ts'
import { withSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import { keepList } from '#server/features/devices/serial-lists.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { type KeptSerialList, longestMachineList } from '#shared/serial-lists.ts'
import {
  type Stocktake,
  type StocktakeGroup,
  type StocktakeList,
  type StocktakePage,
  type StocktakeRow,
  type StocktakeSave,
  shownSerials,
  stocktakeGroups,
} from '#shared/stocktakes.ts'
import { type CountedDevice, compareSerials } from './compare.ts'

type Found = { id: number; serial: string; state: DeviceState; site_id: number | null; company_id: number }

async function devicesWhere(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  condition: RawBuilder<boolean>,
): Promise<CountedDevice[]> {
  if (set.companyIds.length === 0) return []
  const { rows } =
    await sql<Found>`select id, serial, state, site_id, company_id from device where ${deviceConditions(set)} and ${condition}
    order by serial limit ${longestMachineList + 1}`.execute(db)
  if (rows.length > longestMachineList)
    throw new AppError('TOO_WIDE', { word: 'error.serialListTooLong', values: { rows: longestMachineList } })
  return rows.map(({ id, serial, state, site_id, company_id }) => ({
    ...{ id, serial, state, siteId: site_id },
    place: book.companies.get(site_id ?? company_id)?.name ?? null,
  }))
}

/**
 * Take stock of a site: which of its machines are present, which are missing, which serials belong elsewhere, and which
 * are unknown to the caller. Stored with its audit entry in one transaction; no machine is changed.
 * @throws AppError NOT_FOUND for a site out of sight, TOO_WIDE for a site with more machines than one list may have
 */
export async function takeStock(ctx: SignedInContext, { siteId, serials, note }: StocktakeSave): Promise<Stocktake> {
  const { places } = ctx.services
  const [book, set, all] = [
    await places.book(),
    await places.narrow(ctx.scope, { siteId }),
    await places.narrow(ctx.scope),
  ]
  const ofSite = await devicesWhere(ctx.db, book, set, sql<boolean>`state <> 'scrap'`)
  const own = new Set(ofSite.map(({ id }) => id))
  const named = await devicesWhere(ctx.db, book, all, withSerials(serials))
  const { counts, lines } = compareSerials(
    serials,
    ofSite,
    named.filter(({ id }) => !own.has(id)),
  )
  const at = ctx.clock()
  const companyId = book.companies.get(siteId)?.tenantId ?? siteId
  const id = await ctx.db.transaction().execute(async (trx) => {
    const row = {
      company_id: companyId,
      site_id: siteId,
      user_id: ctx.viewer.userId,
      note: note || null,
      create_time: at,
    }
    const kept = await trx
      .insertInto('stocktake')
      .values({ ...row, counts: JSON.stringify(counts), lines: JSON.stringify(lines) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.services.audit.write(trx, ctx, {
      action: 'stocktakes.save',
      targetKind: 'stocktake',
      targetId: kept.id,
      companyId,
      details: { siteId, ...counts },
    })
    return kept.id
  })
  return shown(await readStocktake(ctx, id))
}

type Stored = Omit<StocktakeRow, 'siteId' | 'site' | 'at'> & { site_id: number; create_time: Date }

const rowOf = ({ site_id, create_time, ...row }: Stored, book: PlaceBook): StocktakeRow => ({
  ...row,
  siteId: site_id,
  site: book.companies.get(site_id)?.name ?? '',
  at: create_time.toISOString(),
})
const columns = sql`id, site_id, note, counts, create_time, (select name from app_user u where u.id = stocktake.user_id) as person`

/** Return the stocktakes of a site, the newest first. @throws AppError NOT_FOUND for a site out of sight */
export async function findStocktakes(
  ctx: SignedInContext,
  { siteId, ...paging }: StocktakeList,
): Promise<StocktakePage> {
  const { places } = ctx.services
  const book = await places.book()
  const { companyIds } = await places.narrow(ctx.scope, { siteId })
  if (companyIds.length === 0) return { data: [], totalCount: 0 }
  const { offset, limit } = windowOf(paging)
  const where = sql`${isOneOf('company_id', companyIds)} and site_id = ${siteId}`
  const counted = await sql<{ count: number }>`select count(*)::int as count from stocktake where ${where}`.execute(
    ctx.readDb,
  )
  const { rows } =
    await sql<Stored>`select ${columns} from stocktake where ${where} order by id desc offset ${offset} limit ${limit}`.execute(
      ctx.readDb,
    )
  return { data: rows.map((row) => rowOf(row, book)), totalCount: counted.rows[0]?.count ?? 0 }
}

/** Return one stocktake with all of its lines. @throws AppError NOT_FOUND for one of a site out of sight */
export async function readStocktake(ctx: SignedInContext, id: number): Promise<Stocktake> {
  const { rows } = await sql<
    Stored & Pick<Stocktake, 'lines'>
  >`select ${columns}, lines from stocktake where id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new AppError('NOT_FOUND')
  await ctx.services.places.narrow(ctx.scope, { siteId: found.site_id })
  return { ...rowOf(found, await ctx.services.places.book()), lines: found.lines }
}

/** Return the first lines of each group, for a screen. */
export const shown = (stocktake: Stocktake): Stocktake => ({
  ...stocktake,
  lines: Object.fromEntries(
    stocktakeGroups.map((group) => [group, stocktake.lines[group].slice(0, shownSerials)]),
  ) as Stocktake['lines'],
})

/** Store the machines of a group as a list for the device list. @throws AppError NOT_FOUND for an empty group */
export async function keepGroup(ctx: SignedInContext, id: number, group: StocktakeGroup): Promise<KeptSerialList> {
  const { lines } = await readStocktake(ctx, id)
  const deviceIds = lines[group].flatMap(({ deviceId }) => deviceId ?? [])
  if (deviceIds.length === 0) throw new AppError('NOT_FOUND')
  return keepList(ctx.db, ctx, { deviceIds, origin: { kind: 'stocktake', stocktakeId: id } })
}
