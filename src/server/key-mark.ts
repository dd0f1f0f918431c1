import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { codeOf } from '#shared/error-code.ts'
import type { Database } from './db/tables.ts'
import { refusedStart } from './db/unusable-database.ts'

/** Whether the keys of a data folder match the stored passwords; `missing` = there are no keys. */
export type KeysFit = 'fit' | 'missing' | 'foreign'

const markKey = 'keys.mark'
/** Identify a pepper without revealing it: the pepper has 32 random bytes. */
const markOf = (pepper: Buffer): string => createHmac('sha256', pepper).update('coldfleet keys').digest('hex')

function readPepper(dataDir: string): Buffer | null {
  try {
    const pepper = readFileSync(join(dataDir, 'keys', 'pepper'))
    return pepper.length > 0 ? pepper : null
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function countPasswords(db: Kysely<Database>): Promise<number> {
  const { users } = await db
    .selectFrom('app_user')
    .select(({ fn }) => fn.countAll<string>().as('users'))
    .where('password_hash', 'like', '$argon2%')
    .executeTakeFirstOrThrow()
  return Number(users)
}

async function readMark(db: Kysely<Database>): Promise<string | null> {
  const kept = await db
    .selectFrom('setting')
    .select(sql<string>`value->>'pepper'`.as('pepper'))
    .where('key', '=', markKey)
    .executeTakeFirst()
  return kept?.pepper ?? null
}

/** Compare the keys below `dataDir` with the mark in this database; a database without a mark accepts any keys. */
export async function keysFit(db: Kysely<Database>, dataDir: string): Promise<KeysFit> {
  const pepper = readPepper(dataDir)
  if ((await countPasswords(db)) === 0) return 'fit'
  if (!pepper) return 'missing'
  const mark = await readMark(db)
  return mark === null || mark === markOf(pepper) ? 'fit' : 'foreign'
}

/**
 * End a start whose keys would refuse every password, before it creates new ones.
 * @throws UnusableDatabaseError with the way to recover
 */
export async function requireFittingKeys(db: Kysely<Database>, dataDir: string): Promise<void> {
  const fit = await keysFit(db, dataDir)
  if (fit === 'fit') return
  throw refusedStart(fit === 'missing' ? 'start.keysMissing' : 'start.keysForeign', {
    folder: join(dataDir, 'keys'),
    users: String(await countPasswords(db)),
  })
}

/** Store the mark of the keys in use. A read-only database that has this mark already is not written to. */
export async function markKeys(db: Kysely<Database>, pepper: Buffer): Promise<void> {
  if ((await readMark(db)) === markOf(pepper)) return
  const value = JSON.stringify({ pepper: markOf(pepper) })
  await db
    .insertInto('setting')
    .values({ key: markKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
