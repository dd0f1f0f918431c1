import { expect, test } from 'vitest'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser, type User } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { type Attachment, insertAttachment } from './queries.ts'
import { sweepAttachments } from './sweep.ts'

const database = useDatabase()
const hours = (count: number) => new Date(testNow.getTime() - count * 3_600_000)
const later = () => new Date(Date.now() + 60_000)

async function upload(
  storage: ReturnType<typeof memoryStorage>,
  user: User,
  at: Date,
  owner: number | null = null,
  kind: Attachment['owner_kind'] = 'project',
) {
  const { publicId, storedName } = newStoredName(kind === 'project' ? 'png' : 'pdf')
  await storage.put(storedName, Buffer.from('x'))
  return insertAttachment(database.db, {
    public_id: publicId,
    company_id: user.company_id,
    user_id: user.id,
    owner_kind: kind,
    owner_id: owner,
    stored_name: storedName,
    file_name: 'a',
    mime: 'x',
    size: 1,
    width: 1,
    height: 1,
    deleted_at: null,
    create_time: at,
  })
}
const project = (no: string, user: User, images: string[], deleted: Date | null = null) =>
  database.db
    .insertInto('project')
    .values({
      project_no: no,
      company_id: user.company_id,
      user_id: user.id,
      zero_confirmed: '[]',
      cold_storage_images: JSON.stringify(images),
      deleted_at: deleted,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
const list = (id: number, images: string[]) =>
  database.db
    .updateTable('project')
    .set({ cold_storage_images: JSON.stringify(images) })
    .where('id', '=', id)
    .execute()

test('Remove a sketch that no project lists after a day; keep listed ones and all reports', async () => {
  const { db } = database
  const storage = memoryStorage()
  const user = await buildUser(db)
  const { id } = await project('P1', user, [])
  const gone = await project('P2', user, [], hours(24 * 31))
  const justGone = await project('P3', user, [], hours(24 * 29))
  const kept = [
    await upload(storage, user, hours(23)),
    await upload(storage, user, hours(900), id),
    await upload(storage, user, hours(900), justGone.id),
  ]
  const removed = [
    await upload(storage, user, hours(25)),
    await upload(storage, user, hours(25), id),
    await upload(storage, user, hours(900), gone.id),
  ]
  const report = await upload(storage, user, hours(900), id, 'projectPdf')
  await list(id, [kept[1]?.public_id ?? ''])
  await list(justGone.id, [kept[2]?.public_id ?? ''])
  await list(gone.id, [removed[2]?.public_id ?? ''])
  expect(await sweepAttachments(db, storage, testNow, testNow)).toEqual({ rows: 3, files: 3, foreign: false })
  const names = [...kept, report].map(({ stored_name }) => stored_name).sort()
  expect(storage.names().sort()).toEqual(names)
  expect(
    (await db.selectFrom('attachment').select('stored_name').execute()).map((row) => row.stored_name).sort(),
  ).toEqual(names)
  expect(await sweepAttachments(db, storage, testNow, testNow)).toEqual({ rows: 0, files: 0, foreign: false })
})

test('Remove an old file without a row, and keep a new one whose row may follow', async () => {
  const { db } = database
  const storage = memoryStorage()
  const user = await buildUser(db)
  const { stored_name: kept } = await upload(storage, user, testNow)
  await storage.put(newStoredName('png').storedName, Buffer.from('x'))
  expect(await sweepAttachments(db, storage, testNow, new Date(Date.now() - 60_000))).toMatchObject({ files: 0 })
  expect(await sweepAttachments(db, storage, testNow, later())).toEqual({ rows: 0, files: 1, foreign: false })
  expect(storage.names()).toEqual([kept])
})

test('Never remove the files of another database for having no row', async () => {
  const { db } = database
  const storage = memoryStorage()
  await buildUser(db)
  await storage.put(newStoredName('png').storedName, Buffer.from('x'))
  await storage.setOwner('the database that was here before')
  expect(await sweepAttachments(db, storage, testNow, later())).toEqual({ rows: 0, files: 0, foreign: true })
  expect(storage.names().length).toBe(1)
})

test('Remove a thousand old uploads in one sweep', async () => {
  const { db } = database
  const storage = memoryStorage()
  const user = await buildUser(db)
  for (let count = 0; count < 1_010; count += 1) await upload(storage, user, hours(48))
  expect(await sweepAttachments(db, storage, testNow, testNow)).toMatchObject({ rows: 1_010 })
  expect(storage.names()).toEqual([])
})
