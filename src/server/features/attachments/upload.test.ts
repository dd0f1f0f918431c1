import { expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import { buildCaller, buildContext, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser, type User } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { disguisedFiles, goodPictures, jpegOf, jpegPicture, pngPicture } from '#tests/support/pictures.ts'
import { publicIdOf } from './images.ts'
import { claimAttachments, findAttachments } from './queries.ts'

const database = useDatabase()
const rows = () => database.db.selectFrom('attachment').selectAll().orderBy('id').execute()
const idOf = (path: string) => publicIdOf(path) ?? ''

async function people(): Promise<{ user: User; other: User }> {
  const company = await buildCompany(database.db)
  const person = { company_id: company.id, nick_name: null }
  return { user: await buildUser(database.db, person), other: await buildUser(database.db, person) }
}
async function callerOf(
  user: User,
  options: Partial<Context> & { storage?: ReturnType<typeof memoryStorage>; now?: Date } = {},
) {
  const storage = options.storage ?? memoryStorage('this database')
  const viewer = await viewerOf(database.db, user)
  return { storage, call: buildCaller(database.db, { viewer, services: { storage }, now: options.now ?? testNow }) }
}
async function insertUploads(user: User, count: number, size: number, at: Date): Promise<void> {
  await database.db
    .insertInto('attachment')
    .values(
      Array.from({ length: count }, (_, index) => {
        const publicId = (index + Math.floor(at.getTime() / 1_000) * 1_000).toString(16).padStart(32, '0')
        return {
          public_id: publicId,
          company_id: user.company_id,
          user_id: user.id,
          owner_kind: 'project' as const,
          owner_id: null,
          stored_name: `${publicId}.png`,
          file_name: 'a.png',
          mime: 'image/png',
          size,
          width: 1,
          height: 1,
          deleted_at: null,
          create_time: at,
        }
      }),
    )
    .execute()
}

test('Keep six pictures with their names and sizes, and answer the URL of each', async () => {
  const { user } = await people()
  const { storage, call } = await callerOf(user)
  for (const [, fileName, content, stored] of await goodPictures()) {
    const answer = await call.projects.upload({ fileName, content: content.toString('base64') })
    expect(answer).toMatchObject({ fileName, width: stored.width, height: stored.height })
    expect(answer.id).toMatch(new RegExp(`^/images/[0-9a-f]{32}\\.${stored.type}\\?expires=\\d+&signature=[\\w-]{43}$`))
    expect([answer.path, answer.url]).toEqual([answer.id, answer.id])
  }
  const kept = await rows()
  expect(kept.length).toBe(6)
  expect(new Set(kept.map(({ stored_name }) => stored_name))).toEqual(new Set(storage.names()))
  for (const row of kept)
    expect([(await storage.read(row.stored_name)).length, row.user_id, row.owner_id]).toEqual([row.size, user.id, null])
})

test('Refuse 24 disguised files and one of 5 MB in the documented words, and store nothing', async () => {
  const { user } = await people()
  const { storage, call } = await callerOf(user)
  for (const [what, fileName, content] of await disguisedFiles()) {
    await expect(call.projects.upload({ fileName, content: content.toString('base64') }), what).rejects.toThrow(
      '只能上传图片文件!',
    )
  }
  const large = (await jpegOf(5 * 1024 * 1024)).toString('base64')
  await expect(call.projects.upload({ fileName: 'large.jpg', content: large })).rejects.toThrow('图片大小不能超过 5MB!')
  expect([await rows(), storage.names()]).toEqual([[], []])
})

test('Keep a readable file name, without folders and without marks of text direction', async () => {
  const { user } = await people()
  const { call } = await callerOf(user)
  const content = await pngPicture()
  const nameOf = async (fileName: string) => (await call.projects.upload({ fileName, content })).fileName
  expect(await nameOf('C:\\fakepath\\平面图 1.png')).toBe('平面图 1.png')
  expect(await nameOf('../../etc/passwd')).toBe('passwd')
  expect(await nameOf('a\u202egnp.\0png')).toBe('agnp.png')
  expect(await nameOf('x'.repeat(900))).toBe('x'.repeat(200))
  expect(await nameOf('')).toMatch(/^[0-9a-f]{32}\.png$/)
})

test('Store neither file nor row when the disk is full or the database fails', async () => {
  const { user } = await people()
  const storage = memoryStorage()
  const viewer = await viewerOf(database.db, user)
  const full = {
    ...storage,
    put: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })),
  }
  const content = await pngPicture()
  await expect(
    buildCaller(database.db, { viewer, services: { storage: full } }).projects.upload({ fileName: 'a.png', content }),
  ).rejects.toThrow('存储空间不足')
  const gone = { ...viewer, userId: 999_999 }
  await expect(
    buildCaller(database.db, { viewer: gone, services: { storage } }).projects.upload({ fileName: 'a.png', content }),
  ).rejects.toThrow()
  expect([await rows(), storage.names()]).toEqual([[], []])
})

test('Limit a user to 200 files in 24 hours, without effect on other users', async () => {
  const { user, other } = await people()
  await insertUploads(user, 199, 1, new Date(testNow.getTime() - 3_600_000))
  await insertUploads(user, 5, 1, new Date(testNow.getTime() - 90_000_000))
  const content = await pngPicture()
  const { call, storage } = await callerOf(user)
  await call.projects.upload({ fileName: 'a.png', content })
  await expect(call.projects.upload({ fileName: 'b.png', content })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    cause: { code: 'UPLOAD_QUOTA', details: { retryAfterSeconds: 82_800 } },
  })
  expect(storage.names().length).toBe(1)
  await (await callerOf(other)).call.projects.upload({ fileName: 'a.png', content })
  await (await callerOf(user, { now: new Date(testNow.getTime() + 83_000_000) })).call.projects.upload({
    fileName: 'c.png',
    content,
  })
})

test('Limit a user to 500 MB', async () => {
  const { user } = await people()
  await insertUploads(user, 5, 100 * 1024 * 1024 - 20, new Date(testNow.getTime() - 400_000_000))
  const { call, storage } = await callerOf(user)
  await expect(call.projects.upload({ fileName: 'a.png', content: await pngPicture() })).rejects.toThrow('500 MB')
  expect(storage.names()).toEqual([])
})

test('Refuse the fifth upload of a user at the same moment, without effect on another user', async () => {
  const { user, other } = await people()
  const waiting: (() => void)[] = []
  const memory = memoryStorage()
  const storage = {
    ...memory,
    put: (name: string, bytes: Uint8Array) =>
      new Promise<void>((go) => waiting.push(go)).then(() => memory.put(name, bytes)),
  }
  const services = { storage }
  const { uploads } = buildContext(database.db).services
  const callAs = async (person: User) =>
    createCallerFactory(appRouter)(
      buildContext(database.db, { viewer: await viewerOf(database.db, person), services: { ...services, uploads } }),
    )
  const content = await jpegPicture()
  const four = await Promise.all(Array.from({ length: 4 }, async () => callAs(user)))
  const under = four.map((call) => call.projects.upload({ fileName: 'a.jpg', content }))
  const fifth = (await callAs(user)).projects.upload({ fileName: 'a.jpg', content })
  await expect(fifth).rejects.toMatchObject({ cause: { code: 'TOO_MANY', details: { retryAfterSeconds: 2 } } })
  under.push((await callAs(other)).projects.upload({ fileName: 'a.jpg', content }))
  await expect.poll(() => waiting.length).toBe(5)
  for (const go of waiting) go()
  expect((await Promise.all(under)).length).toBe(5)
})

test('Attach an upload only to a project of the user who uploaded it', async () => {
  const { user, other } = await people()
  const { call } = await callerOf(user)
  const image = idOf((await call.projects.upload({ fileName: 'a.png', content: await pngPicture() })).id)
  const project = (no: string, owner: User) =>
    database.db
      .insertInto('project')
      .values({
        project_no: no,
        company_id: owner.company_id,
        user_id: owner.id,
        zero_confirmed: '[]',
        cold_storage_images: JSON.stringify([image]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [own, foreign] = [await project('P1', user), await project('P2', other)]
  const claim = (projectId: number, userId: number | null, ids = [image]) =>
    database.db.transaction().execute((trx) => claimAttachments(trx, ids, projectId, userId))
  await expect(claim(foreign.id, other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(claim(foreign.id, null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await claim(own.id, user.id)
  await claim(own.id, user.id, [image, image])
  await expect(claim(foreign.id, user.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(claim(own.id, user.id, [image, 'f'.repeat(32)])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await findAttachments(database.db, [image]))[0]).toMatchObject({ owner_id: own.id })
  // The owner of the project gets new signed URLs. Another user gets none, and a path that does not exist is left out.
  const paths = [`/images/${image}.png?expires=1&signature=x`, `/images/${'f'.repeat(32)}.png`, '/etc/passwd', '']
  expect((await call.projects.images({ paths })).map(({ path }) => idOf(path))).toEqual([image])
  expect(await (await callerOf(other)).call.projects.images({ paths })).toEqual([])
  // The console sends only the names, which are shorter.
  expect((await call.projects.images({ paths: [`${image}.png`] })).map(({ path }) => idOf(path))).toEqual([image])
})

test('Identify an image by its id, whatever the host or signature', () => {
  const id = '0123456789abcdef0123456789abcdef'
  for (const path of [
    id,
    `${id}.png`,
    `/images/${id}.png`,
    `images/${id}.webp`,
    `/images/${id}.jpg?expires=1&signature=x`,
    `https://pictures.example/x/images/${id}.png?a=b`,
  ])
    expect(publicIdOf(path), path).toBe(id)
  for (const path of [
    '',
    id.toUpperCase(),
    `${id}0`,
    `/pdfs/${id}.pdf`,
    `../../${id}`,
    `/images/../${id}.png`,
    `file:///images/${id}.png`,
    `/images/${id}.png\n`,
    'x'.repeat(2_000),
  ])
    expect(publicIdOf(path), path).toBeNull()
})
