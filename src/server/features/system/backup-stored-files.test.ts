import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertAttachment } from '#server/features/attachments/queries.ts'
import { sweepAttachments } from '#server/features/attachments/sweep.ts'
import { guardedStorage } from '#server/services/storage/lost-storage.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { useBackups } from '#tests/support/backups.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { restore } from './restore.ts'

const { save, database, replace, made, linesOf, pictureRow } = useBackups()

test('Fail the backup and name a stored file that is truncated or missing although its row exists', async () => {
  const company = await database.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  const { publicId, storedName } = newStoredName('png')
  await insertAttachment(database.db, {
    ...pictureRow,
    company_id: company.id,
    public_id: publicId,
    stored_name: storedName,
    size: 4,
  })
  const storage = memoryStorage()
  const refusal = (word: string) => ({
    code: 'STORAGE_CUT',
    details: { word, values: { file: storedName, name: pictureRow.file_name } },
  })
  const guarded = guardedStorage(database.db, storage)
  await expect(save('no-storage.gz', database.db, guarded)).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  await storage.setOwner('this database')
  await expect(save('missing-file.gz', database.db, storage)).rejects.toMatchObject(refusal('error.backupFileMissing'))
  await storage.put(storedName, Buffer.from('abc'))
  await expect(save('cut-file.gz', database.db, storage)).rejects.toMatchObject(refusal('error.backupFileCut'))
  await database.db.deleteFrom('attachment').where('public_id', '=', publicId).execute()
  await save('swept-file.gz', database.db, storage)
})

test('Fail the backup and name the month whose archived file is missing or has another size', async () => {
  const file = `${'a'.repeat(32)}.parquet`
  const [storage, { db }] = [memoryStorage(), database]
  await storage.setOwner('this database')
  await sql`insert into history_file (file_name, month, rows, bytes, sha256) values (${file}, '2025-12-01', 1, 4, 'x')`.execute(
    db,
  )
  try {
    const values = { file, month: '2025-12' }
    await expect(save('no-month.gz', db, storage)).rejects.toMatchObject({
      code: 'ARCHIVE_MISSING',
      details: { values },
    })
    await storage.put(file, Buffer.from('abc'))
    await expect(save('cut-month.gz', db, storage)).rejects.toMatchObject({
      code: 'ARCHIVE_DAMAGED',
      details: { values },
    })
  } finally {
    await sql`delete from history_file`.execute(db)
  }
})

test("Restore uploads and reports byte by byte with their rows, and reassign the storage's owner", async () => {
  const storage = memoryStorage()
  const names = (['png', 'pdf', 'mp4'] as const).map((extension) => newStoredName(extension))
  const company = await database.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  for (const { publicId, storedName } of names) {
    await storage.put(storedName, randomBytes(500_000))
    await insertAttachment(database.db, {
      ...pictureRow,
      company_id: company.id,
      public_id: publicId,
      stored_name: storedName,
      size: 500_000,
    })
  }
  await sweepAttachments(database.db, storage, new Date(), new Date())
  const path = await save('files.gz', database.db, storage)
  const elsewhere = memoryStorage()
  await elsewhere.setOwner('another database')
  expect(await restore(database.db, path, { ...replace, storage: elsewhere })).toMatchObject({ files: 3 })
  for (const { storedName } of names)
    expect((await elsewhere.read(storedName)).equals(await storage.read(storedName))).toBe(true)
  expect(await elsewhere.owner()).toBe(await storage.owner())
  // A file that was altered inside the backup is found before anything is changed.
  const lines = await linesOf(path)
  const at = lines.findIndex((line) => line.startsWith('{"file"'))
  lines[at] = lines[at]?.replace(/"base64":"(.)/, (_, first: string) => `"base64":"${first === 'A' ? 'B' : 'A'}`) ?? ''
  await writeFile(join(made.folder, 'altered-file.gz'), gzipSync(lines.join('\n')))
  await expect(restore(database.db, join(made.folder, 'altered-file.gz'), replace)).rejects.toMatchObject({
    code: 'BACKUP_UNREADABLE',
  })
  // Without files the backup is small, and says so.
  expect((await linesOf(await save('rows.gz'))).some((line) => line.startsWith('{"file'))).toBe(false)
})
