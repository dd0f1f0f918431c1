import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { UnusableDatabaseError } from './db/unusable-database.ts'
import { keysFit, markKeys, requireFittingKeys } from './key-mark.ts'

const database = useDatabase()
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function dataDirWith(pepper: Buffer | null): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-mark-'))
  folders.push(dataDir)
  mkdirSync(join(dataDir, 'keys'))
  if (pepper) writeFileSync(join(dataDir, 'keys/pepper'), pepper)
  return dataDir
}
const refusal = async (dataDir: string): Promise<UnusableDatabaseError | null> =>
  requireFittingKeys(database.db, dataDir).then(
    () => null,
    (error: unknown) => {
      if (error instanceof UnusableDatabaseError) return error
      throw error
    },
  )

test('Accept any keys, or none, for a database without passwords', async () => {
  expect(await keysFit(database.db, dataDirWith(null))).toBe('fit')
  await markKeys(database.db, randomBytes(32))
  expect(await refusal(dataDirWith(randomBytes(32)))).toBeNull()
})

test('Refuse missing keys and foreign keys, and say in both languages what to do', async () => {
  const pepper = randomBytes(32)
  await buildUser(database.db, { password_hash: '$argon2id$v=19$one' })
  // A database from before marks existed accepts the keys that are present.
  expect(await keysFit(database.db, dataDirWith(pepper))).toBe('fit')
  await markKeys(database.db, pepper)
  await markKeys(database.db, pepper)
  expect(await refusal(dataDirWith(pepper))).toBeNull()
  const missing = await refusal(dataDirWith(null))
  expect(missing?.message).toMatch(
    /lacks the keys that the passwords of 1 users were made with: .*--with-keys.*coldfleet keys accept/,
  )
  expect(missing?.sentence('zh')).toContain('coldfleet keys accept')
  expect((await refusal(dataDirWith(Buffer.alloc(0))))?.message).toContain('lacks the keys')
  const other = randomBytes(32)
  expect((await refusal(dataDirWith(other)))?.message).toContain(
    'are not those that the passwords of 1 users were made with',
  )
  await markKeys(database.db, other)
  expect(await refusal(dataDirWith(other))).toBeNull()
  expect((await refusal(dataDirWith(pepper)))?.message).toContain('are not those')
})
