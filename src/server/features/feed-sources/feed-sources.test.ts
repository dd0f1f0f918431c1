import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { describeError } from '#server/errors.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser } from '#tests/support/factories.ts'
import { toLoopback } from '#tests/support/receivers.ts'
import { refusal } from '#tests/support/refusal.ts'
import { useSourceTown } from '#tests/support/source-town.ts'

const database = useDatabase()
const { town, ends } = useSourceTown(database)

test('Fetch a source on schedule with ETag and date, and never apply the same file twice', async () => {
  const made = await town()
  made.answers(({ headers }) =>
    headers['if-none-match'] === '"a"'
      ? { status: 304 }
      : { headers: { etag: '"a"', 'last-modified': 'Fri, 20 Nov 2026 01:00:00 GMT' }, body: made.csv(5) },
  )
  const { id } = await made
    .caller()
    .feedSources.save({ address: made.receiver.address('/devices.csv?token=secret'), everyMinutes: 30 })
  expect(JSON.stringify(await made.caller().feedSources.find({}))).not.toContain('secret')
  expect(await made.pull(0)).toMatchObject({
    id,
    lastState: 'applied',
    problem: null,
    person: made.user.name,
    host: `receiver.test:${made.receiver.port}`,
  })
  expect(await made.batches()).toEqual([{ source: 'pull', read: 5, actor: made.user.user_name }])
  expect(await made.pull(29)).toMatchObject({ lastState: 'applied' })
  expect(made.receiver.got).toHaveLength(1)
  expect(await made.pull(1)).toMatchObject({ lastState: 'unchanged', problem: null })
  expect(made.receiver.got[1]?.headers).toMatchObject({
    'if-none-match': '"a"',
    'if-modified-since': 'Fri, 20 Nov 2026 01:00:00 GMT',
  })
  // A server without ETag and date that sends the same file again.
  made.answers(() => ({ body: made.csv(5) }))
  expect(await made.pull()).toMatchObject({ lastState: 'unchanged' })
  made.answers(() => ({ body: made.csv(6) }))
  expect(await made.pull()).toMatchObject({ lastState: 'applied' })
  expect(await made.batches()).toHaveLength(2)
  await made.caller().feedSources.setStatus({ id, on: false })
  expect(await made.pull(600)).toMatchObject({ state: 'paused', nextPullStr: null })
  expect(made.receiver.got).toHaveLength(4)
  await made.caller().feedSources.pull({ id })
  const pullers = [made.puller(), made.puller(), made.puller()]
  await Promise.all(pullers.map((one) => one.flush()))
  await Promise.all(pullers.map((one) => one.close()))
  expect(made.receiver.got).toHaveLength(5)
  // A paused source is fetched once, and stays paused.
  expect(await made.pull(600)).toMatchObject({ state: 'paused', nextPullStr: null, lastState: 'unchanged' })
  expect(made.receiver.got).toHaveLength(5)
  expect(await made.caller().feedSources.delete({ id })).toEqual({ id })
})

test('Apply nothing after another process has taken over the fetching', async () => {
  const made = await town()
  await made.caller().feedSources.save({ address: made.receiver.address('/devices.csv'), everyMinutes: 30 })
  const taken = new AbortController()
  made.answers(() => {
    taken.abort()
    return { body: made.csv(5) }
  })
  const puller = made.puller(undefined, {
    take: async () => Object.assign(async () => undefined, { lost: taken.signal }),
    isTaken: async () => true,
  })
  await puller.flush()
  await puller.close()
  expect(made.receiver.got).toHaveLength(1)
  expect(await made.batches()).toEqual([])
  expect(await made.pull(0)).toMatchObject({ lastState: 'applied', problem: null })
})

test('Open one event for failed fetches until one succeeds, and follow nothing to internal addresses', async () => {
  const made = await town()
  await made.caller().feedSources.save({ address: made.receiver.address(), everyMinutes: 5 })
  const wrong: [string, () => void, RegExp][] = [
    ['a receiver that hangs', () => made.answers(() => null), /没有完整回答/],
    ['an error of the server', () => made.answers(() => ({ status: 503, body: made.csv(5) })), /状态 503/],
    ['a file that is too large', () => made.answers(() => ({ body: made.csv(1_000) })), /超过 64 MB/],
    [
      'a redirect',
      () => made.answers(() => ({ status: 302, headers: { location: 'https://169.254.169.254/latest/meta-data' } })),
      /状态 302/,
    ],
    [
      'a name inside the house',
      () => made.resolves((_, done) => done(null, [{ address: '169.254.169.254', family: 4 }])),
      /ALLOWED_NETWORKS/,
    ],
    ['a name that is not there', () => made.resolves((_, done) => done(new Error('ENOTFOUND'), [])), /连接不上/],
    [
      'no feed',
      () => {
        made.resolves(toLoopback)
        made.answers(() => ({ body: 'no,feed\n1,2' }))
      },
      /./,
    ],
  ]
  for (const [what, begin, problem] of wrong) {
    begin()
    expect(await made.pull(6), what).toMatchObject({ lastState: 'failed', problem: expect.stringMatching(problem) })
    const [told] = await made.open()
    expect(told, what).toMatchObject({
      detail: { text: { zh: expect.stringMatching(problem), en: expect.stringMatching(/^[A-Za-z ]{10,}/) } },
    })
  }
  const [event, another] = await made.open()
  expect(another).toBeUndefined()
  expect(event).toMatchObject({ kind: 'feed.failed', site_id: null, detail: { reason: 'notRun' } })
  made.answers(() => ({ body: made.csv(5) }))
  expect(await made.pull(6)).toMatchObject({ lastState: 'applied', problem: null })
  expect(await made.open()).toEqual([])
  expect((await made.notices()).map((notice) => notice.split(' ')[1])).toEqual(['opened', 'resolved'])
  // The user who set up the source may no longer apply feeds.
  await database.db.updateTable('app_user').set({ nick_name: '登记人员' }).where('id', '=', made.user.id).execute()
  made.answers(() => ({ body: made.csv(7) }))
  await made.pull(6)
  expect(await made.open()).toMatchObject([
    { detail: { reason: 'notRun', text: expect.objectContaining({ zh: expect.stringContaining('无权更新设备') }) } },
  ])
  expect(await made.batches()).toHaveLength(1)
})

test('Do not apply a file with a question; open an event until a user confirms it', async () => {
  const made = await town()
  await made.caller().feedSources.save({ address: made.receiver.address(), everyMinutes: 5 })
  const machines = (count: number) => made.lines(count, {}, 'P').map((one, at) => ({ ...one, serial: `P${at}` }))
  await made.feed(machines(40))
  // Twice as many machines as before.
  made.answers(() => ({ headers: { etag: '"q"' }, body: made.csv(80) }))
  expect(await made.pull(0)).toMatchObject({ lastState: 'question', problem: expect.stringContaining('需要人工确认') })
  expect(await made.batches()).toEqual([])
  expect(await made.open()).toMatchObject([{ kind: 'feed.failed', detail: { reason: 'notRun' } }])
  // The file was not applied, so it is fetched again in full.
  expect(await made.pull(6)).toMatchObject({ lastState: 'question' })
  expect(made.receiver.got[1]?.headers['if-none-match']).toBeUndefined()
  await made.feed(machines(80))
  expect(await made.open()).toEqual([])
  expect(await made.pull(6)).toMatchObject({ lastState: 'applied' })
})

test("Feed all bases from the operator's address, and show it only to the management", async () => {
  const made = await town()
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-pull-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'devices.csv')
  writeFileSync(file, made.csv(3))
  const config = readConfig({
    DATA_DIR: '/nonexistent',
    DEVICE_FEED_URL: pathToFileURL(file).href,
    DEVICE_FEED_MINUTES: '15',
  })
  const run = async (given = config) => {
    const process = made.puller(given)
    await process.flush()
    await process.close()
  }
  await run()
  await run()
  expect(await made.batches()).toEqual([{ source: 'pull', read: 3, actor: 'cli' }])
  expect((await made.caller().feedSources.find({})).data).toEqual([])
  const chief = await buildUser(database.db, { nick_name: '管理层' })
  const { feedSources } = buildCaller(database.db, { viewer: await viewerOf(database.db, chief) })
  expect((await feedSources.find({})).data).toMatchObject([
    { companyId: null, everyMinutes: 15, lastState: 'applied', person: null },
  ])
  // Another address, of which nothing is known, is fetched at once and in full.
  const moved = join(folder, 'moved.csv')
  writeFileSync(moved, made.csv(3))
  const next = readConfig({
    DATA_DIR: '/nonexistent',
    DEVICE_FEED_URL: pathToFileURL(moved).href,
    DEVICE_FEED_MINUTES: '15',
  })
  await run(next)
  expect(await made.batches()).toHaveLength(2)
  await run(next)
  expect(await made.batches()).toHaveLength(2)
  made.pass(16)
  rmSync(moved)
  await run(next)
  expect(
    (await made.open()).some(({ kind, company_id }) => kind === 'feed.failed' && company_id === made.tenant.id),
  ).toBe(true)
  await run(readConfig({ DATA_DIR: '/nonexistent' }))
  expect((await feedSources.find({})).data).toEqual([])
})

test('Allow one source per base, only for its managers, and only at an https address', async () => {
  const made = await town()
  const { feedSources } = made.caller()
  for (const [given, field] of [
    [{ address: 'http://feeds.example/a.csv', everyMinutes: 30 }, 'address'],
    [{ everyMinutes: 30 }, 'address'],
    [{ address: 'https://feeds.example/a.csv', everyMinutes: 4 }, 'everyMinutes'],
    [{ address: 'https://feeds.example/a.csv', everyMinutes: 1_441 }, 'everyMinutes'],
  ] as const) {
    const error = await feedSources.save(given).catch((refused: unknown) => refused)
    expect(describeError(error, 'zh').fields?.map((one) => one.field)).toEqual([field])
  }
  const { id } = await feedSources.save({ address: 'https://feeds.example/a.csv', everyMinutes: 30 })
  await expect(feedSources.save({ address: 'https://feeds.example/b.csv', everyMinutes: 30 })).rejects.toEqual(
    refusal('DUPLICATE'),
  )
  const other = await buildCompany(database.db)
  const stranger = await buildUser(database.db, {
    nick_name: '基地负责人',
    company_id: other.id,
    home_company_id: other.id,
  })
  const foreign = buildCaller(database.db, { viewer: await viewerOf(database.db, stranger) }).feedSources
  for (const call of [
    () => foreign.save({ id, everyMinutes: 30 }),
    () => foreign.pull({ id }),
    () => foreign.delete({ id }),
    () => foreign.setStatus({ id, on: false }),
  ])
    await expect(call()).rejects.toEqual(refusal('NOT_FOUND'))
  expect((await foreign.find({})).totalCount).toBe(0)
})
