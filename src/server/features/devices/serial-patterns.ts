import { sql } from 'kysely'
import { z } from 'zod'
import { refuseOutdated } from '#server/db/edit-conflict.ts'
import type { Db } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import {
  learnPatterns,
  type SerialPattern,
  SerialPatternsFields,
  type SerialPatternsRow,
  type SerialPatternsSave,
} from '#shared/serial-pattern.ts'

/** The key in the table setting, one row per base. */
const keyOf = (companyId: number) => `serialPatterns.${companyId}`
const Stored = z.object({ ...SerialPatternsFields.shape, at: z.string() })
type Stored = z.output<typeof Stored>

/** How many devices from either end of a fleet are read to learn its patterns, and for how many days these are used. */
const lookedAt = 9_000
const learntDays = 7
const dayMs = 86_400_000
/** The most bases whose patterns one feed learns again. For more, a feed of headquarters would take too long. */
const mostLearnt = 20

/**
 * Learn the patterns of a base's serials from its oldest and its newest devices. The condition is a list, and the base
 * comes first in the order: by ids alone PostgreSQL would read the devices of all bases that joined earlier or later. A
 * range would do the same, but several nodes would all be asked. `row_version` is in no index: otherwise it would read
 * and sort the whole index of the base's serials.
 */
async function learn(db: Db, companyId: number): Promise<SerialPattern[]> {
  const own = sql`select id, serial, row_version from device where company_id = any(array[${companyId}::int])`
  const { rows } = await sql<{ serials: string[] | null }>`
    select json_agg(serial) as serials from (
      (${own} order by company_id, id limit ${lookedAt})
      union (${own} order by company_id desc, id desc limit ${lookedAt})) d`.execute(db)
  return learnPatterns(rows[0]?.serials ?? [])
}

async function readStored(
  db: Db,
  companyIds: readonly number[],
): Promise<Map<number, Stored & { rowVersion: number }>> {
  const keys = new Map(companyIds.map((id) => [keyOf(id), id]))
  const { rows } = await sql<{ key: string; value: unknown; row_version: number }>`
    select key, value, row_version from setting where key = any(${[...keys.keys()]}::text[])`.execute(db)
  return new Map(
    rows.flatMap(({ key, value, row_version }) => {
      const stored = Stored.safeParse(value)
      return stored.success ? [[keys.get(key) ?? 0, { ...stored.data, rowVersion: row_version }] as const] : []
    }),
  )
}

/**
 * Store the patterns of a base over those of version `former` (0 = none).
 * @returns the new version; null when others were stored meanwhile, which stay
 */
async function store(
  db: Db,
  companyId: number,
  { stored, former, at }: { stored: Stored; former: number; at: Date },
): Promise<number | null> {
  const values = { key: keyOf(companyId), value: JSON.stringify(stored), update_time: at }
  const row = await db
    .insertInto('setting')
    .values({ ...values, row_version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ ...values, row_version: sql`setting.row_version + 1` })
        .where('setting.row_version', '=', former),
    )
    .returning('row_version')
    .executeTakeFirst()
  return row?.row_version ?? null
}

/**
 * Return the patterns of the serials of some bases: those set by a user, or else those learnt from the fleet, which are
 * learnt again after a week.
 * @param keep whether learnt patterns are stored; a dry run writes nothing
 */
export async function readPatterns(
  db: Db,
  companyIds: readonly number[],
  now: Date,
  keep: boolean,
): Promise<Map<number, SerialPattern[]>> {
  const stored = await readStored(db, companyIds)
  const isFresh = ({ from, at }: Stored) => from === 'person' || now.getTime() - Date.parse(at) < learntDays * dayMs
  const found = new Map([...stored].map(([companyId, { patterns }]) => [companyId, patterns]))
  const stale = companyIds.filter((id) => {
    const known = stored.get(id)
    return !known || !isFresh(known)
  })
  for (const companyId of stale.slice(0, mostLearnt)) {
    const patterns = await learn(db, companyId)
    found.set(companyId, patterns)
    const [learnt, former] = [
      { patterns, from: 'fleet' as const, at: now.toISOString() },
      stored.get(companyId)?.rowVersion ?? 0,
    ]
    if (keep) await store(db, companyId, { stored: learnt, former, at: now })
  }
  return found
}

/**
 * Return the requested base, or the only one in scope.
 * @throws AppError NOT_FOUND out of scope, VALIDATION when there are several
 */
async function baseOf(ctx: SignedInContext, companyId: number | undefined): Promise<number> {
  const { companyIds } = await ctx.services.places.narrow(ctx.scope, { companyId })
  const [only, another] = companyIds
  if (only === undefined) throw new AppError('NOT_FOUND')
  if (another !== undefined) throw new AppError('VALIDATION', { field: 'companyId' })
  return only
}

/** Return the patterns of a base's serials, and who set them. */
export async function findSerialPatterns(
  ctx: SignedInContext,
  requested: number | undefined,
): Promise<SerialPatternsRow> {
  const companyId = await baseOf(ctx, requested)
  const stored = (await readStored(ctx.db, [companyId])).get(companyId)
  if (stored) return { companyId, ...stored }
  return { companyId, patterns: await learn(ctx.db, companyId), from: 'fleet', at: null, rowVersion: 0 }
}

/**
 * Set the patterns of a base's serials. null = learn them from the fleet; an empty list = every serial fits.
 * @throws AppError EDITED_BY_OTHERS when they were set or learnt since `rowVersion`
 */
export async function saveSerialPatterns(
  ctx: SignedInContext,
  { companyId: requested, patterns, rowVersion }: SerialPatternsSave,
): Promise<SerialPatternsRow> {
  const companyId = await baseOf(ctx, requested)
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const before = (await readStored(trx, [companyId])).get(companyId)
    const former = before?.rowVersion ?? 0
    refuseOutdated(former, rowVersion)
    const next: Stored = {
      patterns: patterns ?? (await learn(trx, companyId)),
      from: patterns ? 'person' : 'fleet',
      at: now.toISOString(),
    }
    const stored = await store(trx, companyId, { stored: next, former, at: now })
    if (stored === null) throw new AppError('EDITED_BY_OTHERS')
    await ctx.services.audit.write(trx, ctx, {
      action: 'devices.saveSerialPatterns',
      targetKind: 'setting',
      companyId,
      details: { before: before?.patterns ?? null, after: next.patterns },
    })
    return { companyId, ...next, rowVersion: stored }
  })
}
