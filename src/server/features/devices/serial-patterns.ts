import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import {
  learnPatterns,
  type SerialPattern,
  SerialPatternsFields,
  type SerialPatternsRow,
  type SerialPatternsSave,
} from '#shared/serial-pattern.ts'

/** Rows of the table setting, one a base. */
const keyOf = (companyId: number) => `serialPatterns.${companyId}`
const Stored = z.object({ ...SerialPatternsFields.shape, at: z.string() })
type Stored = z.output<typeof Stored>

/** Machines from either end of a fleet that show what its serials look like; and days for which that holds. */
const lookedAt = 10_000
const learntDays = 7
const dayMs = 86_400_000
/** Bases of which one feed learns anew; of more a feed of headquarters would read for long. */
const mostLearnt = 20

/** What the serials of a base look like, by its oldest and its newest machines. */
async function learn(db: Kysely<Database>, companyId: number): Promise<SerialPattern[]> {
  const { rows } = await sql<{ serials: string[] | null }>`
    select json_agg(serial) as serials from (
      (select id, serial from device where company_id = ${companyId} order by id limit ${lookedAt})
      union (select id, serial from device where company_id = ${companyId} order by id desc limit ${lookedAt})) d`.execute(
    db,
  )
  return learnPatterns(rows[0]?.serials ?? [])
}

async function readStored(
  db: Kysely<Database>,
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

async function store(db: Kysely<Database>, companyId: number, stored: Stored, at: Date): Promise<void> {
  const values = { key: keyOf(companyId), value: JSON.stringify(stored), update_time: at }
  await db
    .insertInto('setting')
    .values({ ...values, row_version: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ ...values, row_version: sql`setting.row_version + 1` }),
    )
    .execute()
}

/**
 * What the serials of some bases look like: as a person has said, else as the fleet shows it, which is learnt anew after a week.
 * @param keep whether what was learnt is kept; a rehearsal writes nothing
 */
export async function readPatterns(
  db: Kysely<Database>,
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
    if (keep) await store(db, companyId, { patterns, from: 'fleet', at: now.toISOString() }, now)
  }
  return found
}

/** The base that is asked for, else the only one within reach. @throws AppError NOT_FOUND beyond reach, VALIDATION where there are several */
async function baseOf(ctx: SignedInContext, companyId: number | undefined): Promise<number> {
  const { companyIds } = await ctx.services.places.narrow(ctx.scope, { companyId })
  const [only, another] = companyIds
  if (only === undefined) throw new AppError('NOT_FOUND')
  if (another !== undefined) throw new AppError('VALIDATION', { field: 'companyId' })
  return only
}

/** What the serials of a base look like, and who says so. */
export async function findSerialPatterns(ctx: SignedInContext, asked: number | undefined): Promise<SerialPatternsRow> {
  const companyId = await baseOf(ctx, asked)
  const stored = (await readStored(ctx.db, [companyId])).get(companyId)
  if (stored) return { companyId, patterns: stored.patterns, from: stored.from, at: stored.at }
  return { companyId, patterns: await learn(ctx.db, companyId), from: 'fleet', at: null }
}

/** Says what the serials of a base look like; without patterns it is learnt from the fleet. No pattern at all = every serial fits. */
export async function saveSerialPatterns(
  ctx: SignedInContext,
  { companyId: asked, patterns }: SerialPatternsSave,
): Promise<SerialPatternsRow> {
  const companyId = await baseOf(ctx, asked)
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const before = (await readStored(trx, [companyId])).get(companyId)
    const next: Stored = {
      patterns: patterns ?? (await learn(trx, companyId)),
      from: patterns ? 'person' : 'fleet',
      at: now.toISOString(),
    }
    await store(trx, companyId, next, now)
    await ctx.services.audit.write(trx, ctx, {
      action: 'devices.saveSerialPatterns',
      targetKind: 'setting',
      companyId,
      details: { before: before?.patterns ?? null, after: next.patterns },
    })
    return { companyId, ...next }
  })
}
