import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildClient,
  buildCompany,
  buildDevice,
  buildHeadquarters,
  buildUser,
  type User,
  type UserValues,
} from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { disguisedFiles, pngPicture } from '#tests/support/pictures.ts'
import { codeOf } from '#tests/support/refusal.ts'

const database = useDatabase()

async function office() {
  const { db } = database
  const storage = memoryStorage()
  const centre = await buildHeadquarters(db)
  const [east, west] = [await buildCompany(db, { name: '华东基地' }), await buildCompany(db, { name: '西北基地' })]
  const [client, foreign] = [
    await buildClient(db, { company_id: east.id }),
    await buildClient(db, { company_id: west.id }),
  ]
  const as = async (given: UserValues) => {
    const user = await buildUser(db, given)
    const viewer = await viewerOf(db, user)
    return { user, call: buildCaller(db, { viewer, services: { storage, audit: createAudit() }, now: testNow }) }
  }
  return {
    storage,
    east,
    west,
    client,
    foreign,
    centre,
    manager: await as({ company_id: centre.id }),
    base: await as({ company_id: east.id, nick_name: '基地负责人' }),
    base2: await as({ company_id: west.id, nick_name: '基地负责人' }),
    inspector: await as({ company_id: east.id, nick_name: '检验员' }),
    owner: await as({ company_id: east.id, nick_name: '客户', client_id: client.id }),
    nobody: await as({ company_id: west.id, nick_name: null }),
    stranger: buildCaller(db, { services: { storage }, now: testNow }),
  }
}
type Person = { user: User; call: ReturnType<typeof buildCaller> }
const picture = async () => ({ fileName: 'logo.png', content: (await pngPicture()).toString('base64') })
async function read(
  call: Person['call'],
  input: { id: number | string; expires?: string; signature?: string },
): Promise<number> {
  let bytes = 0
  let head = ''
  for await (const part of await call.attachments.download(input)) {
    if ('fileName' in part) head = `${part.contentType} ${part.picture === true}`
    else if ('base64' in part) bytes += Buffer.from(part.base64, 'base64').length
  }
  expect(head).toBe('image/png true')
  return bytes
}
const readable = (person: { call: Person['call'] }, id: number | string) => codeOf(read(person.call, { id }))

test('Re-encode an upload, and let only its uploader read it and save it', async () => {
  const { manager, base, stranger, storage, east } = await office()
  const disguised = await disguisedFiles()
  const [, fileName, content] = disguised[0] ?? ['', '', Buffer.alloc(0)]
  expect(await codeOf(manager.call.attachments.upload({ fileName, content: content.toString('base64') }))).toBe(
    'IMAGE_TYPE',
  )
  const stored = await manager.call.attachments.upload(await picture())
  expect(stored).toMatchObject({ id: expect.any(Number), fileName: 'logo.png' })
  expect([storage.names().length, await readable(manager, stored.id), await readable(base, stored.id)]).toEqual([
    1,
    'answered',
    'NOT_FOUND',
  ])
  expect(await codeOf(read(stranger, { id: stored.id }))).toBe('TOKEN_UNKNOWN')
  // The signed URL in the response works for anyone who has it, and fails once it is altered.
  const signed = Object.fromEntries(new URLSearchParams(stored.url.split('?')[1]))
  const given = { id: stored.id, expires: signed.expires ?? '', signature: signed.signature ?? '' }
  expect(await codeOf(read(stranger, given))).toBe('answered')
  expect(await codeOf(read(stranger, { ...given, expires: `${Number(given.expires) + 60}` }))).toBe('TOKEN_UNKNOWN')
  const foreign = await base.call.attachments.upload(await picture())
  const change = { id: east.id, name: '华东基地', domain: 'east' }
  expect(await codeOf(manager.call.sites.update({ ...change, picId: foreign.id }))).toBe('NOT_FOUND')
  expect(await codeOf(manager.call.sites.update({ ...change, picId: 99_999 }))).toBe('NOT_FOUND')
})

test('Show the picture of a site before sign-in, as long as the site has it', async () => {
  const { manager, stranger, east, base } = await office()
  const [large, small] = [
    await manager.call.attachments.upload(await picture()),
    await manager.call.attachments.upload(await picture()),
  ]
  const change = { id: east.id, name: '华东基地', domain: 'east' }
  const saved = await manager.call.sites.update({ ...change, picId: large.id, smallPicId: small.id })
  expect(saved).toMatchObject({
    picId: large.id,
    smallPicId: small.id,
    pic: { id: large.id, fileName: 'logo.png' },
    smallPic: { id: small.id },
  })
  expect((await stranger.auth.branding({ domain: 'east' })).company).toMatchObject({
    picId: large.id,
    smallPicId: small.id,
  })
  expect(await codeOf(read(stranger, { id: small.id }))).toBe('answered')
  // A field that is not sent stays as it is. null removes the picture and deletes its file.
  expect(await manager.call.sites.update(change)).toMatchObject({ picId: large.id, smallPicId: small.id })
  expect(await manager.call.sites.update({ ...change, smallPicId: null })).toMatchObject({
    picId: large.id,
    smallPicId: null,
    smallPic: null,
  })
  expect(await codeOf(read(stranger, { id: small.id }))).toBe('TOKEN_UNKNOWN')
  expect(await readable(manager, small.id)).toBe('NOT_FOUND')
  expect(await codeOf(base.call.attachments.delete({ id: large.id }))).toBe('NOT_FOUND')
  expect(await manager.call.attachments.delete({ id: large.id })).toEqual({ id: large.id })
  expect(await codeOf(manager.call.attachments.delete({ id: large.id }))).toBe('NOT_FOUND')
  expect((await manager.call.sites.get({ id: east.id })).picId).toBeNull()
  const actions = await database.db
    .selectFrom('audit_log')
    .select(['action', 'target_id'])
    .where('target_kind', '=', 'attachment')
    .orderBy('id')
    .execute()
  expect(actions).toEqual([{ action: 'attachments.delete', target_id: String(large.id) }])
})

test('Allow reading a file by the rule of its owner; answer NOT_FOUND for files of another base', async () => {
  const { db } = database
  const { manager, base, base2, inspector, owner, nobody, client, foreign, east } = await office()
  const device = await buildDevice(db, { company_id: east.id, client_id: client.id })
  const { id: traceId } = await db
    .insertInto('trace')
    .values({ company_id: east.id, device_id: device.id, user_id: null, measure_time: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const give = async (person: Person, ownerKind: 'client' | 'user' | 'trace', ownerId: number) =>
    (await person.call.attachments.upload({ ...(await picture()), ownerKind, ownerId })).id
  const logo = await manager.call.attachments.upload(await picture())
  await manager.call.clients.update({ id: client.id, name: client.name, picId: logo.id })
  const avatar = await give(inspector, 'user', inspector.user.id)
  const found = await give(inspector, 'trace', traceId)
  const people = { manager, base, base2, inspector, owner, nobody }
  const seen = async (id: number | string) => {
    const who: string[] = []
    for (const [name, person] of Object.entries(people)) {
      const answer = await readable(person, id)
      if (answer === 'answered') who.push(name)
      else expect(answer, `${name} ${id}`).toBe('NOT_FOUND')
    }
    return who
  }
  expect(await seen(logo.id)).toEqual(['manager', 'base', 'inspector', 'owner'])
  expect(await seen(avatar)).toEqual(['manager', 'base', 'inspector'])
  expect(await seen(found)).toEqual(['manager', 'base', 'inspector'])
  expect(await seen('0'.repeat(32))).toEqual([])
  // A new avatar replaces the old one.
  expect(await give(inspector, 'user', inspector.user.id)).not.toBe(avatar)
  expect(await seen(avatar)).toEqual([])
  // Writing is refused to a role without the permission, and for an owner in another base.
  expect(await codeOf(give(base, 'client', client.id))).toBe('FORBIDDEN')
  expect(await codeOf(give(owner, 'trace', traceId))).toBe('FORBIDDEN')
  for (const id of [traceId, 99_999]) expect(await codeOf(give(base2, 'trace', id))).toBe('NOT_FOUND')
  for (const id of [inspector.user.id, 99_999]) expect(await codeOf(give(base2, 'user', id))).toBe('NOT_FOUND')
  expect(await codeOf(give(nobody, 'user', base2.user.id))).toBe('FORBIDDEN')
  const rows = await db.selectFrom('attachment').selectAll().orderBy('id').execute()
  for (const person of [base2, nobody, owner])
    for (const id of [found, 99_999]) expect(await codeOf(person.call.attachments.delete({ id }))).toBe('NOT_FOUND')
  expect(await db.selectFrom('attachment').selectAll().orderBy('id').execute()).toEqual(rows)
  expect(await base.call.attachments.delete({ id: found })).toEqual({ id: found })
  expect(await codeOf(manager.call.clients.update({ id: foreign.id, name: foreign.name, picId: logo.id }))).toBe(
    'NOT_FOUND',
  )
})
