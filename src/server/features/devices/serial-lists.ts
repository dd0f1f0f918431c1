import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { counting, type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import { withSerials } from '#server/db/serial-twins.ts'
import type { Database } from '#server/db/tables.ts'
import { mostShownOf, refuseTooMany } from '#server/services/listed-devices.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { serialKey } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import {
  distinctSerials,
  type KeptSerialList,
  longestMachineList,
  type SerialListOrigin,
  type SerialListRequest,
} from '#shared/serial-lists.ts'

/** 16 random bytes in base64url: 22 characters. */
const keyBytes = 16

type Picked = { deviceIds: readonly number[]; unknown?: readonly string[]; repeated?: number; origin: SerialListOrigin }

/** Store devices under a new key. @throws AppError TOO_WIDE for more than one list may contain */
export async function keepList(
  db: Kysely<Database>,
  { viewer, clock }: Pick<SignedInContext, 'viewer' | 'clock'>,
  { deviceIds, unknown = [], repeated = 0, origin }: Picked,
): Promise<KeptSerialList> {
  if (deviceIds.length > longestMachineList)
    throw new AppError('TOO_WIDE', { word: 'error.serialListTooLong', values: { rows: longestMachineList } })
  const key = randomBytes(keyBytes).toString('base64url')
  const row = {
    key,
    user_id: viewer.userId,
    device_ids: [...deviceIds],
    unknown: [...unknown],
    repeated,
    origin: JSON.stringify(origin),
    create_time: clock(),
  }
  await db.insertInto('serial_list').values(row).execute()
  return { serialList: key, found: deviceIds.length, unknown: [...unknown], repeated, origin }
}

/** Return the devices of a set by their serials, in any letter case, and the serials that none of them has. */
async function findSerials(
  db: Kysely<Database>,
  set: DeviceSet,
  serials: readonly string[],
): Promise<{ devices: { id: number; serial: string }[]; unknown: string[] }> {
  const { rows: devices } =
    set.companyIds.length === 0
      ? { rows: [] }
      : // `row_version` is in no index: otherwise PostgreSQL would read all serials of a base in its index.
        await sql<{
          id: number
          serial: string
        }>`select id, serial, row_version from device where ${deviceConditions(set)} and ${withSerials(serials)} order by id`.execute(
          db,
        )
  const known = new Set(devices.map(({ serial }) => serialKey(serial)))
  return { devices, unknown: serials.filter((serial) => !known.has(serialKey(serial))) }
}

/**
 * Store the devices of a pasted list, and return the serials that match no device in scope.
 * @throws AppError TOO_WIDE for more serials than may be looked up in a large fleet
 */
export async function keepSerials(ctx: SignedInContext, request: SerialListRequest): Promise<KeptSerialList> {
  const { serials, repeated } = distinctSerials(request.serials)
  await refuseTooMany(ctx.db, serials)
  const { devices, unknown } = await findSerials(ctx.db, await ctx.services.places.narrow(ctx.scope), serials)
  return keepList(ctx.db, ctx, {
    deviceIds: devices.map(({ id }) => id),
    unknown,
    repeated,
    origin: { kind: 'pasted' },
  })
}

/**
 * Count the devices of a stored list that the caller sees. The author of a long list saw all of them when it was made,
 * so they are not counted again.
 */
async function countListed(
  ctx: SignedInContext,
  key: string,
  { user_id, device_ids }: { user_id: number | null; device_ids: readonly number[] },
): Promise<number> {
  const isLong = device_ids.length > (await mostShownOf(ctx.readDb, device_ids.length))
  if (isLong && user_id === ctx.viewer.userId) return device_ids.length
  const set = await ctx.services.places.narrow(ctx.scope, { serialList: key })
  if (set.companyIds.length === 0) return 0
  const { rows } = await sql<{
    found: number
  }>`select ${counting(set)} as found from device where ${deviceConditions(set)}`.execute(ctx.readDb)
  return rows[0]?.found ?? 0
}

/**
 * Return a stored list; `found` counts the devices that the caller sees.
 * @throws AppError NOT_FOUND for a key that does not exist or has expired; TOO_WIDE for a long list of another user
 */
export async function getSerialList(ctx: SignedInContext, serialList: string): Promise<KeptSerialList> {
  const kept = await ctx.readDb.selectFrom('serial_list').selectAll().where('key', '=', serialList).executeTakeFirst()
  if (!kept) throw new AppError('NOT_FOUND', { field: 'serialList' })
  // Unknown serials are shown only to the user who pasted them.
  const unknown = kept.user_id === ctx.viewer.userId ? kept.unknown : []
  return {
    serialList,
    found: await countListed(ctx, serialList, kept),
    unknown,
    repeated: kept.repeated,
    origin: kept.origin,
  }
}
