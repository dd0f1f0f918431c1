import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepFile, mailFile, removeExpiredFiles, signedPath } from '#server/features/schedules/files.ts'
import { createFileStorage } from '#server/services/storage/file-storage.ts'
import { guardedStorage } from '#server/services/storage/lost-storage.ts'
import { createLinks } from '#server/services/storage/signed-links.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { createSpool } from '#server/services/storage/upload-pieces.ts'
import type { FileParts } from '#shared/files.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { fakeReports } from '#tests/support/engineer.ts'
import { buildCompany, buildUser } from '#tests/support/factories.ts'
import { pngPicture } from '#tests/support/pictures.ts'
import { exampleA } from '#tests/support/projects.ts'
import { buildScheduleRun } from '#tests/support/schedule-runs.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'
import { sweepAttachments } from './sweep.ts'

const database = useDatabase({ emptied: 'file' })
const parent = mkdtempSync(join(tmpdir(), 'coldfleet-away-'))
const [folder, disk] = [join(parent, 'files'), join(parent, 'disk')]
const links = createLinks({ key: Buffer.alloc(32), imagesBaseUrl: null })
let server: WholeServer
let made: Awaited<ReturnType<typeof makeFiles>>

const mounted = async (parts: FileParts) => {
  for await (const part of parts) if ('fileName' in part) return part.fileName
  return null
}
const upload = async () =>
  made.call.projects.upload({ fileName: 'plan.png', content: (await pngPicture()).toString('base64') })
const scheduled = {
  fileName: 'list.csv',
  contentType: 'text/csv',
  rows: 1,
  bytes: Buffer.from('x'),
  extension: 'csv',
} as const
const firstPiece = { offset: 0, bytes: Buffer.from('video') }

/** Make a file of each kind. */
async function makeFiles() {
  const { db } = database
  const storage = guardedStorage(db, createFileStorage(folder))
  const spool = createSpool({ db, storage })
  const company = await buildCompany(db)
  const user = await buildUser(db, { company_id: company.id, nick_name: null })
  const services = { storage, spool, links, reports: fakeReports() }
  const call = buildCaller(db, { viewer: await viewerOf(db, user), services, now: testNow })
  const picture = await call.projects.upload({ fileName: 'plan.png', content: (await pngPicture()).toString('base64') })
  const sketched = await call.projects.exportPdf({ project: { ...exampleA, coldStorageImages: [picture.id] } })
  const plain = await call.projects.exportPdf({ project: exampleA })
  const run = await buildScheduleRun(db, { userId: user.id, companyId: company.id, now: testNow })
  const file = await keepFile(db, storage, scheduled, run, testNow)
  const uploading = await spool.begin('1', 'mp4', testNow)
  await spool.append(uploading, '1', firstPiece, testNow)
  return { storage, spool, call, picture, sketched, plain, run, file, uploading }
}

beforeAll(async () => {
  made = await makeFiles()
  server = await startWholeServer(database, { services: { storage: made.storage, links }, clock: () => testNow })
})
afterAll(async () => {
  await server.stop()
  rmSync(parent, { recursive: true })
})
beforeEach(() => {
  renameSync(folder, disk)
  mkdirSync(folder)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  renameSync(disk, folder)
})

const statusOf = async (path: string) => (await fetch(server.url + path)).status
const away = { code: 'STORAGE_AWAY' }
const refused = { cause: away }

test.each<[string, () => Promise<unknown>, object]>([
  ['an uploaded picture', upload, refused],
  ['a report', () => made.call.projects.exportPdf({ project: exampleA }), refused],
  ['a file of a schedule', () => keepFile(database.db, made.storage, scheduled, made.run, testNow), away],
  [
    'a piece of a video',
    async () => made.spool.append(await made.spool.begin('2', 'mp4', testNow), '2', firstPiece, testNow),
    away,
  ],
  ['a removal', () => made.storage.remove(newStoredName('png').storedName), away],
])('Refuse %s while the folder of the files is not mounted, and write nothing into it', async (_, write, refusal) => {
  await expect(write()).rejects.toMatchObject(refusal)
  expect(readdirSync(folder)).toEqual([])
})

const pictureId = () => /[0-9a-f]{32}/.exec(made.picture.id)?.[0] ?? ''
test.each<[string, () => Promise<unknown>, object]>([
  ['a download', async () => mounted(await made.call.attachments.download({ id: pictureId() })), away],
  ['the sketches of a report', () => made.call.projects.exportPdf({ project: { id: made.sketched.id } }), refused],
  ['a stored report', async () => mounted(await made.call.projects.pdf({ id: made.plain.id })), away],
  ['the file of a mail', () => mailFile(database.db, made.storage, made.file.id, testNow), away],
  [
    'the pieces of a video',
    async () => {
      for await (const _ of (await made.spool.open(made.uploading)).stream);
    },
    away,
  ],
])('Say that the storage is away to those who read %s', async (_, read, refusal) => {
  await expect(read()).rejects.toMatchObject(refusal)
})

test('Change no project whose report cannot be stored', async () => {
  const version = async () => (await made.call.projects.get({ id: made.plain.id })).rowVersion
  const before = await version()
  const request = { project: { ...exampleA, id: made.plain.id, rowVersion: before } }
  await expect(made.call.projects.exportPdf(request)).rejects.toMatchObject(refused)
  expect(await version()).toBe(before)
})

test('Answer 503 for the link of a picture and of a scheduled file while the folder is not mounted', async () => {
  expect(await statusOf(made.picture.url)).toBe(503)
  expect(await statusOf(signedPath(links, made.file, testNow))).toBe(503)
})

test('Keep rows and files whose time is over until the folder is mounted again', async () => {
  const muchLater = new Date(testNow.getTime() + 90 * 86_400_000)
  const rows = async () => (await database.db.selectFrom('attachment').select('id').execute()).length
  const before = await rows()
  expect(await sweepAttachments(database.db, made.storage, muchLater, muchLater)).toMatchObject({ rows: 0, lost: true })
  expect(await rows()).toBe(before)
  await expect(removeExpiredFiles(database.db, made.storage, muchLater)).rejects.toMatchObject(away)
})
