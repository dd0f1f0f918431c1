import { expect, test } from 'vitest'
import { createSpool } from '#server/services/storage/upload-pieces.ts'
import { activityPath } from '#shared/classes.ts'
import { classCaller, today } from '#tests/support/class-people.ts'
import { buildCaller } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { codeOf } from '#tests/support/refusal.ts'
import { videoTypeOf } from './video.ts'

const database = useDatabase()
const callerAs = (given: Parameters<typeof classCaller>[1] = {}, options: Parameters<typeof classCaller>[2] = {}) =>
  classCaller(database, given, options)
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(1_200_000, 7)])

test('Show a shared session by its key alone, without people and ids, until the key is withdrawn', async () => {
  const base = await buildCompany(database.db)
  const { caller, written } = await callerAs({ company_id: base.id, name: '李检' })
  const anybody = buildCaller(database.db)
  const given = {
    name: '公开课',
    type: '录播' as const,
    dateRange: today('09:00', '10:00'),
    speechText: '同学们好',
    guidance: '内部',
    meetInfo: '123',
  }
  const { id } = await caller.classes.save(given)
  const { shareKey, path } = await caller.classes.share({ id })
  expect([shareKey.length, path, (await caller.classes.share({ id })).shareKey]).toEqual([
    32,
    activityPath(shareKey),
    shareKey,
  ])
  expect(await anybody.classes.activity({ key: shareKey })).toEqual({
    name: '公开课',
    type: '录播',
    state: '已结束',
    dateRange: ['2026-11-20 09:00:00', '2026-11-20 10:00:00'],
    speechText: '同学们好',
    videoUrl: null,
  })
  expect(JSON.stringify(written)).not.toContain(shareKey)
  await caller.classes.unshare({ id })
  const refused = [shareKey, '0'.repeat(32), shareKey.slice(1), '', '%', `${shareKey} `].map((key) =>
    codeOf(anybody.classes.activity({ key })),
  )
  expect(await Promise.all(refused)).toEqual(Array(6).fill('NOT_FOUND'))
  expect((await caller.classes.share({ id })).shareKey).not.toBe(shareKey)
  expect(written.map(({ action }) => action)).toEqual([
    'classes.save',
    'classes.share',
    'classes.unshare',
    'classes.share',
  ])
})

test('Give a meeting token for one user, one meeting and five minutes, or none without an address', async () => {
  const base = await buildCompany(database.db)
  const config = { MEETING_URL: 'https://meet.example.org/room?lang=zh' }
  const { caller, user } = await callerAs({ company_id: base.id }, { config })
  const { id } = await caller.classes.save({
    name: '直播课',
    type: '直播',
    dateRange: today('11:00', '13:00'),
    meetInfo: '88-1',
  })
  const { url } = await caller.classes.meeting({ id })
  const { searchParams } = new URL(url ?? '')
  const token = {
    accountId: searchParams.get('accountId') ?? '',
    accountToken: searchParams.get('accountToken') ?? '',
    meetingNum: searchParams.get('meetingNum') ?? '',
  }
  expect([token.accountId, token.meetingNum, searchParams.get('lang')]).toEqual([String(user.id), '88-1', 'zh'])
  const valid = async (given: object, now?: string) =>
    (await buildCaller(database.db, now ? { now } : {}).classes.checkMeeting({ ...token, ...given })).valid
  expect([await valid({}), await valid({}, '2026-11-20T04:04:59Z'), await valid({}, '2026-11-20T04:05:00Z')]).toEqual([
    true,
    true,
    false,
  ])
  expect([
    await valid({ meetingNum: '88-2' }),
    await valid({ accountId: '0' }),
    await valid({ accountToken: `${token.accountToken}x` }),
  ]).toEqual([false, false, false])
  const { caller: unconfigured } = await callerAs({ company_id: base.id })
  expect(await unconfigured.classes.meeting({ id })).toEqual({ configured: false, url: null })
  const over = await caller.classes.save({
    name: '录播课',
    type: '录播',
    dateRange: today('11:00', '13:00'),
    meetInfo: '88-1',
  })
  expect(await caller.classes.meeting({ id: over.id })).toEqual({ configured: true, url: null })
})

test('Store a video that comes in pieces, by its first bytes, in place of the former one', async () => {
  const storage = memoryStorage()
  const base = await buildCompany(database.db)
  const services = { storage, spool: createSpool({ db: database.db, storage }) }
  const { caller } = await callerAs({ company_id: base.id }, { services })
  const { id } = await caller.classes.save({ name: '公开课', type: '录播', dateRange: today('09:00', '10:00') })
  const piece = (bytes: Buffer, offset: number, last: boolean, uploadId?: string) =>
    caller.classes.uploadVideo({
      id,
      offset,
      last,
      content: bytes.toString('base64'),
      fileName: 'C:\\课\\第一节.mp4',
      ...(uploadId ? { uploadId } : {}),
    })
  const half = 500_000
  const begun = await piece(mp4.subarray(0, half), 0, false)
  expect(begun).toMatchObject({ received: half, videoFileName: null })
  expect(await codeOf(piece(mp4.subarray(0, half), 0, false, begun.uploadId))).toBe('UPLOAD_MALFORMED')
  const { caller: thief } = await callerAs({ company_id: base.id }, { services })
  expect(
    await codeOf(
      thief.classes.uploadVideo({ id, offset: half, last: true, content: 'AAAA', uploadId: begun.uploadId }),
    ),
  ).toBe('NOT_FOUND')
  await piece(mp4.subarray(half, 2 * half), half, false, begun.uploadId)
  const done = await piece(mp4.subarray(2 * half), 2 * half, true, begun.uploadId)
  expect(done).toMatchObject({ received: mp4.length, videoFileName: expect.stringMatching(/^[0-9a-f]{32}\.mp4$/) })
  expect(mp4.equals(await storage.read(done.videoFileName ?? ''))).toBe(true)
  expect(await caller.classes.get({ id })).toMatchObject({
    videoFileName: done.videoFileName,
    videoUrl: expect.stringContaining(`/videos/${done.videoFileName}?expires=`),
  })
  const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(20), Buffer.from('webm')])
  const { videoFileName } = await piece(webm, 0, true)
  expect(storage.names()).toEqual([videoFileName])
  expect(
    await database.db.selectFrom('attachment').select(['file_name', 'owner_kind', 'owner_id', 'size']).execute(),
  ).toEqual([{ file_name: '第一节.mp4', owner_kind: 'classVideo', owner_id: id, size: webm.length }])
  for (const wrong of ['<html>', '%PDF-1.7 aaaaaaaa', '\u0000\u0000\u0000\u0018ftyx', '']) {
    expect(await codeOf(piece(Buffer.from(wrong), 0, true))).toMatch(/VIDEO_TYPE|UPLOAD_MALFORMED/)
  }
  expect([videoTypeOf(mp4), videoTypeOf(webm), videoTypeOf(Buffer.from('MZ'))]).toEqual(['mp4', 'webm', null])
})
