import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { spreadNotices } from '#server/features/deliveries/spread-notices.ts'
import { createPlaces } from '#server/services/places/places.ts'
import { alertTown, fallen, stopped } from '#tests/support/alert-town.ts'
import { useDatabase } from '#tests/support/database.ts'
import { useLostSite } from '#tests/support/lost-site.ts'

const database = useDatabase()
const { callerAs, lostSite } = useLostSite(database)

test('Show the answers, notices and channels of an event; hide names and reasons from an owner', async () => {
  const made = await alertTown(database)
  await database.db
    .insertInto('channel')
    .values({
      company_id: made.tenant.id,
      name: '值班群',
      kind: 'feishu',
      language: 'zh',
      least_severity: 'notice',
      host: 'open.feishu.cn',
    })
    .execute()
  await made.feed(made.lines(100))
  made.pass(5)
  await made.feed([...made.lines(60, stopped), ...made.lines(100).slice(60)])
  const managerAt = async () =>
    callerAs({ nick_name: '基地负责人', company_id: made.tenant.id, name: '张工' }, made.now())
  const [event] = (await (await managerAt()).alerts.find({ open: true, kind: 'site.outage' })).data
  const id = event?.id ?? 0
  await (await managerAt()).alerts.acknowledge({ id, reason: '变压器跳闸' })
  made.pass(5)
  await made.feed([...made.lines(90, stopped), ...made.lines(100).slice(90)])
  await (await managerAt()).alerts.silence({ id, minutes: 60, reason: '抢修中' })
  await spreadNotices(
    database.db,
    {
      places: createPlaces({ db: database.db }),
      config: { timeZone: 'Asia/Shanghai', publicUrl: 'https://console.example', host: '127.0.0.1', port: 3000 },
      clock: made.now,
    },
    false,
  )
  await sql`update delivery set state = 'failed'`.execute(database.db)
  made.pass(5)
  await made.feed(made.lines(100))
  const seen = await (await managerAt()).alerts.get({ id })
  expect(seen.timeline.map(({ moment, endedAcknowledgement }) => [moment, endedAcknowledgement])).toEqual([
    ['opened', false],
    ['grown', true],
    ['resolved', false],
  ])
  expect(seen.timeline[0]?.channels).toEqual([{ channel: '值班群', state: 'failed', deliveredAt: null }])
  expect(seen.answers).toMatchObject([
    { act: 'acknowledged', by: '张工', reason: '变压器跳闸', until: null },
    {
      act: 'silenced',
      by: '张工',
      reason: '抢修中',
      until: new Date(made.now().getTime() + 55 * 60_000).toISOString(),
    },
  ])
  const owner = await callerAs({ nick_name: '客户', company_id: made.tenant.id, client_id: made.client.id }, made.now())
  const theirs = await owner.alerts.get({ id })
  expect(theirs.answers).toMatchObject([
    { act: 'acknowledged', by: null, reason: null },
    { act: 'silenced', by: null, reason: null },
  ])
  expect(theirs.timeline.every(({ channels }) => channels.length === 0)).toBe(true)
})

test('Silence the place of an event for some minutes, and send its notices again afterwards', async () => {
  const made = await lostSite()
  const { id } = await made.manager.alerts.silence({
    id: made.event.id,
    minutes: 600,
    reason: '换变压器',
    excused: true,
  })
  expect(await made.manager.silences.find({})).toMatchObject({
    data: [
      {
        id,
        siteId: made.site.id,
        startsAtStr: '2026-11-20 10:10:00',
        endsAtStr: '2026-11-20 20:10:00',
        reason: '换变压器',
        excused: true,
        active: true,
      },
    ],
  })
  made.pass(300)
  await made.tick()
  expect(await made.notices()).toHaveLength(1)
  made.pass(310)
  await made.tick()
  expect((await made.notices()).filter((notice) => notice.startsWith('site.outage'))).toEqual([
    'site.outage opened 120',
    'site.outage still 120',
  ])
})

test('Notify all receivers of the start also of the end, although a silence is active', async () => {
  const made = await alertTown(database)
  await fallen(made, 60)
  await sql`insert into silence(company_id, starts_at, ends_at, reason) values (${made.tenant.id}, ${made.now()}, ${new Date(made.now().getTime() + 3_600_000)}, 'work')`.execute(
    database.db,
  )
  made.pass(5)
  await made.feed(made.lines(60))
  expect(await made.notices()).toEqual(['site.outage opened 60', 'site.outage resolved 0'])
})
