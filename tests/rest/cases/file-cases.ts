import { expect } from 'vitest'
import { pngPicture } from '#tests/support/pictures.ts'
import { formOf, type Row } from './ask.ts'
import { type Cases, meetingHost, type World } from './world.ts'

const upload = 'POST /api/attachments/actions/upload'
const download = 'GET /api/attachments/actions/download?id={id}'
const remove = 'POST /api/attachments/{id}'
const site = 'GET /api/site/getById/{id}'
const oneClass = 'GET /api/classes/getById/{id}'
const saveClass = 'POST /api/classes/save'
const today = (from: string, to: string) => [`2026-11-20 ${from}`, `2026-11-20 ${to}`]
const video = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(2_000, 7)])

/** Create a picture that the manager has put on a site. */
async function pictured(world: World) {
  const { site: own } = await world.newBase()
  const fields = { ownerKind: 'company', ownerId: String(own.id) }
  const picture = await world.ask<Row & { url: string }>(upload, {}, formOf('门头.png', await pngPicture(), fields))
  const { name, rowVersion } = await world.ask(site, { id: own.id })
  await world.ask(
    'POST /api/site/update/{id}',
    { id: own.id },
    { name, domain: `picture-${own.id}`, picId: picture.id, rowVersion },
  )
  return { own, picture }
}

/** Create a class of a new base, and an inspector of it. */
async function taught(world: World, given: object = {}) {
  const { company } = await world.newBase()
  const inspector = await world.person({ nick_name: '检验员', company_id: company.id, name: '李检' })
  const as = inspector.token
  const made = await world.ask(
    saveClass,
    {},
    { name: '公开课', type: '录播', dateRange: today('09:00', '10:00'), ...given },
    as,
  )
  return { company, inspector, as, made }
}

export const fileCases: Cases = {
  C044: async (world) => {
    const { as } = await taught(world)
    const testee = await world.ask('POST /api/testee/save', {}, { name: '王五' }, as)
    const trace = await world.ask('POST /api/trace/save', {}, { testeeId: testee.id, bmi: 22 }, as)
    const read = async () =>
      (await world.ask<{ attachments: Row[] }>('GET /api/trace/getDetail/{id}', { id: trace.id }, {}, as)).attachments
    const file = await world.ask(
      upload,
      {},
      formOf('心电图.png', await pngPicture(), { ownerKind: 'trace', ownerId: String(trace.id) }),
      as,
    )
    expect(await read()).toMatchObject([{ id: file.id, fileName: '心电图.png', mime: 'image/png' }])
    expect((await world.refused(remove, { id: file.id }, {}, world.fleet.inspector.token)).code).toBe(404)
    expect(await world.ask(remove, { id: file.id }, {}, as)).toEqual({ id: file.id })
    expect(await read()).toEqual([])
  },
  C078: async (world) => {
    const { picture } = await pictured(world)
    // The picture of a site is public before any sign-in.
    const file = await world.file(download, { id: picture.id }, {}, null)
    expect([file.name, file.type, file.bytes.subarray(1, 4).toString()]).toEqual(['门头.png', 'image/png', 'PNG'])
    // Ranges of it, for a player or an interrupted download.
    const part = (range: string) =>
      world.open(download, `/api/attachments/actions/download?id=${picture.id}`, { range })
    const [first, middle] = [await part('bytes=0-9'), await part('bytes=10-')]
    expect([first.status, first.headers.get('content-range'), middle.status]).toEqual([
      206,
      `bytes 0-9/${file.bytes.length}`,
      206,
    ])
    expect(
      file.bytes.equals(
        Buffer.concat([Buffer.from(await first.arrayBuffer()), Buffer.from(await middle.arrayBuffer())]),
      ),
    ).toBe(true)
    expect((await part(`bytes=${file.bytes.length}-`)).status).toBe(416)
    expect((await world.refused(download, { id: 2_000_000_000 })).code).toBe(404)
    const { user, token } = await world.person()
    const avatar = await world.ask(
      upload,
      {},
      formOf('头像.png', await pngPicture(), { ownerKind: 'user', ownerId: String(user.id) }),
      token,
    )
    expect((await world.file(download, { id: avatar.id }, {}, token)).type).toBe('image/png')
    const { avatar: shown } = await world.ask('GET /api/users/info', {}, {}, token)
    expect(await world.ask('GET /api/users/getProfile/{id}', { id: user.id }, {}, token)).toMatchObject({
      avatar: shown,
      avatarId: avatar.id,
    })
    expect((await world.open('GET /api/users/info', String(shown))).headers.get('content-type')).toBe('image/png')
    expect((await world.refused(download, { id: avatar.id }, {}, null)).code).toBe(50008)
  },
  C079: async (world) => {
    const { own, picture } = await pictured(world)
    expect((await world.refused(remove, { id: picture.id }, {}, world.fleet.inspector.token)).code).not.toBe(200)
    expect(await world.ask(remove, { id: picture.id })).toEqual({ id: picture.id })
    expect(await world.ask(site, { id: own.id })).toMatchObject({ picId: null, pic: null })
    expect((await world.refused(download, { id: picture.id })).code).toBe(404)
  },
  C080: async (world) => {
    const { made, as } = await taught(world)
    const piece = { offset: 0, last: true, content: video.toString('base64'), fileName: '第一节.mp4' }
    const sent = await world.ask('POST /api/classes/video/{id}', { id: made.id }, piece, as)
    const { videoFileName, videoUrl } = await world.ask(oneClass, { id: made.id }, {}, as)
    expect(videoFileName).toBe(sent.videoFileName)
    const [address, path] = ['GET /videos/{file}', String(videoUrl)]
    const whole = await world.open(address, path)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(video.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true)
    const part = await world.open(address, path, { range: 'bytes=4-11' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 4-11/${video.length}`,
      'ftypisom',
    ])
    // The bare name, as in the documents, works with a token whose owner may read the class.
    const byToken = (token: string) =>
      world.open(address, `/videos/${videoFileName}`, { authorization: `cat ${token}` })
    expect(video.equals(Buffer.from(await (await byToken(as)).arrayBuffer()))).toBe(true)
    expect((await world.open(address, `/videos/${videoFileName}`, { 'x-token': as, range: 'bytes=4-11' })).status).toBe(
      206,
    )
    for (const stranger of [world.fleet.inspector.token, 'nobody']) expect((await byToken(stranger)).status).toBe(404)
    for (const wrong of [`/videos/${videoFileName}`, '/videos/..%2F..%2Fetc%2Fpasswd', `${path}x`])
      expect((await world.open(address, wrong)).status, wrong).toBeGreaterThanOrEqual(400)
  },
  C081: async (world) => {
    const { token } = await world.person()
    const { id: path } = await world.ask<{ id: string }>(
      'POST /api/project/upload',
      {},
      formOf('草图.png', await pngPicture()),
      token,
    )
    expect(path).toMatch(/^\/images\/[0-9a-f]{32}\.png\?/)
    const address = 'GET /images/{name}'
    const shown = await world.open(address, path)
    expect([shown.status, shown.headers.get('content-type'), (await shown.text()).slice(1, 4)]).toEqual([
      200,
      'image/png',
      'PNG',
    ])
    const [bare = ''] = path.split('?')
    expect((await world.open(address, bare, { authorization: `cat ${token}` })).status).toBe(200)
    expect((await world.open(address, bare, { authorization: `cat ${world.fleet.inspector.token}` })).status).toBe(404)
    for (const wrong of [bare, '/images/..%2F..%2Fetc%2Fpasswd'])
      expect((await world.open(address, wrong)).status).toBeGreaterThanOrEqual(400)
  },
  C082: async (world) => {
    const meeting = 'GET /api/classes/meeting/{id}'
    const { made, as, inspector } = await taught(world, {
      type: '直播',
      dateRange: today('11:00', '13:00'),
      meetInfo: '88-1',
    })
    const { url, configured } = await world.ask<{ url: string; configured: boolean }>(meeting, { id: made.id }, {}, as)
    const { origin, pathname, searchParams } = new URL(url)
    expect([configured, origin + pathname, [...searchParams.keys()].sort()]).toEqual([
      true,
      meetingHost,
      ['accountId', 'accountToken', 'meetingNum'],
    ])
    const token = Object.fromEntries(searchParams)
    expect(token).toMatchObject({ accountId: String(inspector.user.id), meetingNum: '88-1' })
    expect(await world.ask('POST /api/classes/checkMeeting', {}, token, null)).toEqual({ valid: true })
    expect(await world.ask('POST /api/classes/checkMeeting', {}, { ...token, meetingNum: '88-2' }, null)).toEqual({
      valid: false,
    })
  },
  C083: async (world) => {
    const { own, picture } = await pictured(world)
    expect(picture).toMatchObject({ id: expect.any(Number), fileName: '门头.png', width: 60, height: 40 })
    expect(await world.ask(site, { id: own.id })).toMatchObject({
      picId: picture.id,
      pic: { id: picture.id, fileName: '门头.png' },
    })
    const fields = { ownerKind: 'company', ownerId: String(own.id) }
    expect((await world.refused(upload, {}, formOf('a.png', Buffer.from('<html>'), fields))).code).not.toBe(200)
  },
  C139: async (world) => {
    const find = 'POST /api/classes/find/'
    const { company, as, made } = await taught(world, { speechText: '同学们好' })
    expect(made).toMatchObject({
      name: '公开课',
      type: '录播',
      state: '已结束',
      userName: '李检',
      companyId: company.id,
      speechText: '同学们好',
      checks: [],
    })
    expect(await world.ask(oneClass, { id: made.id }, {}, as)).toEqual(made)
    const live = await world.ask(
      saveClass,
      {},
      { name: '直播课', type: '直播', dateRange: today('11:00', '13:00') },
      as,
    )
    const body = { page: 1, size: 10, name: '', companyId: company.id, classId: '', type: '' }
    expect([
      (await world.list(find, body, as)).totalCount,
      (await world.list(find, { ...body, type: '直播' }, as)).data.map(({ id }) => id),
    ]).toEqual([2, [live.id]])
    expect((await world.list(find, { classId: made.id }, as)).data.map(({ name }) => name)).toEqual(['公开课'])
    const given = {
      name: '直播课二',
      type: '直播',
      dateRange: today('11:00', '13:00'),
      ended: true,
      rowVersion: live.rowVersion,
    }
    const ended = await world.ask('POST /api/classes/update/{id}', { id: live.id }, given, as)
    expect([live.state, ended.state]).toEqual(['进行中', '已结束'])
    expect(await world.ask(oneClass, { id: live.id }, {}, as)).toMatchObject({
      name: '直播课二',
      state: '已结束',
      rowVersion: live.rowVersion + 1,
    })
    expect((await world.refused(oneClass, { id: made.id }, {}, world.fleet.inspector.token)).code).toBe(404)
  },
  C140: async (world) => {
    const add = 'POST /api/classes/addChecks/{id}'
    const { made, company, as, inspector } = await taught(world)
    const colleague = await world.person({ nick_name: '检验员', company_id: company.id, name: '乙' })
    const chosen = [{ id: colleague.user.id, name: '乙', avatarId: '' }]
    for (let again = 0; again < 2; again++) await world.ask(add, { id: made.id }, chosen, as)
    await world.ask(add, { id: made.id }, [{ id: inspector.user.id }], as)
    const { checks } = await world.ask<{ checks: Row[] }>(oneClass, { id: made.id }, {}, as)
    expect(checks.map(({ id }) => id).sort()).toEqual([colleague.user.id, inspector.user.id].sort())
    expect((await world.refused(add, { id: made.id }, [{ id: world.fleet.inspector.user.id }], as)).code).toBe(404)
  },
}
