import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { alertTown, fallen, stopped } from '#tests/support/alert-town.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite } from '#tests/support/factories.ts'

const database = useDatabase()
const town = () => alertTown(database)
const minuteMs = 60_000
/** Number of machines at the site in the largest tests, and in the others. */
const [many, some] = [2_800, 280]
/** These tests apply several large feeds while other tests run. */
const largeMs = 240_000

describe('an outage', () => {
  test(
    'Open one event for 2,800 machines in the same commit as the feed, and end it by one notice',
    async () => {
      const made = await town()
      const { batchId } = await fallen(made, many)
      const [event, ...others] = await made.open()
      expect(others).toEqual([])
      expect(event).toMatchObject({
        kind: 'site.outage',
        site_id: made.site.id,
        severity: 'critical',
        count_now: many,
        count_of: many,
        batch_id: batchId,
      })
      expect(await made.membersOf(event?.id)).toBe(many)
      expect(await made.notices()).toEqual([`site.outage opened ${many}`])
      // The clock has nothing to add.
      made.pass(1)
      await made.tick()
      expect(await made.notices()).toHaveLength(1)
      made.pass(5)
      const back = await made.feed(made.lines(many))
      expect(await made.open()).toEqual([])
      expect((await made.all())[0]).toMatchObject({
        count_now: 0,
        count_worst: many,
        resolved_batch_id: back.batchId,
        taken_back: false,
      })
      expect(await made.notices()).toEqual([`site.outage opened ${many}`, 'site.outage resolved 0'])
    },
    largeMs,
  )

  test('Take an outage back once when its feed is undone', async () => {
    const made = await town()
    const { batchId } = await fallen(made, some)
    made.pass(5)
    await made.undo(batchId)
    expect(await made.all()).toMatchObject([{ taken_back: true, count_now: 0 }])
    expect(await made.notices()).toEqual([`site.outage opened ${some}`, 'site.outage takenBack 0'])
    made.pass(600)
    await made.tick()
    expect((await made.notices()).filter((notice) => !notice.startsWith('site.silent'))).toHaveLength(2)
  })

  test('Open an outage again, with a notice, when its end is undone', async () => {
    const made = await town()
    await fallen(made, some)
    made.pass(5)
    const { batchId } = await made.feed(made.lines(some))
    made.pass(5)
    await made.undo(batchId)
    expect(await made.open()).toMatchObject([{ kind: 'site.outage', count_now: some, resolved_batch_id: null }])
    expect(await made.notices()).toEqual([
      `site.outage opened ${some}`,
      'site.outage resolved 0',
      `site.outage opened ${some}`,
    ])
  })

  test('Mute an acknowledged outage until it has grown by a fifth, and notify of its end', async () => {
    const made = await town()
    const half = 140
    await made.feed(made.lines(some))
    made.pass(5)
    const stop = (machines: number) =>
      made.feed(made.lines(some).map((line, index) => (index < machines ? { ...line, ...stopped } : line)))
    await stop(half)
    await sql`update alert set acknowledged_at = now(), acknowledged_count = count_now, reason = 'known'`.execute(
      database.db,
    )
    for (const machines of [150, 167]) {
      made.pass(300)
      await stop(machines)
      await made.tick()
    }
    expect(await made.notices()).toEqual([`site.outage opened ${half}`])
    expect(await made.open()).toMatchObject([{ count_now: 167, muted_by: 'acknowledged' }])
    made.pass(5)
    await stop(168)
    expect(await made.notices()).toEqual([`site.outage opened ${half}`, 'site.outage grown 168'])
    expect(await made.open()).toMatchObject([{ acknowledged_at: null, reason: null, muted_by: null }])
    made.pass(5)
    await made.feed(made.lines(some))
    expect((await made.notices()).at(-1)).toBe('site.outage resolved 0')
  })

  test('Repeat the notice of an unanswered outage every four hours', async () => {
    const made = await town()
    await fallen(made, some)
    for (const minutes of [239, 1, 239, 1]) {
      made.pass(minutes)
      await made.tick()
    }
    expect((await made.notices()).filter((notice) => notice.startsWith('site.outage'))).toEqual([
      `site.outage opened ${some}`,
      `site.outage still ${some}`,
      `site.outage still ${some}`,
    ])
  })

  test('Open one event per site, and none for a few machines', async () => {
    const made = await town()
    const second = await buildSite(database.db, { tenant: made.tenant })
    const rest = (given: Record<string, unknown> = {}) => made.lines(40, { site: second.name, ...given }, 'S')
    await made.feed([...made.lines(100), ...rest()])
    made.pass(5)
    const partly = (lines: Record<string, unknown>[], machines: number) =>
      lines.map((line, index) => (index < machines ? { ...line, ...stopped } : line))
    await made.feed([...partly(made.lines(100), 19), ...partly(rest(), 9)])
    expect(await made.open()).toEqual([])
    made.pass(5)
    await made.feed([...made.lines(100), ...rest()])
    made.pass(5)
    await made.feed([...partly(made.lines(100), 20), ...partly(rest(), 30)])
    expect(await made.open()).toMatchObject([
      { kind: 'site.outage', site_id: made.site.id, count_now: 20, count_of: 100 },
      { kind: 'site.outage', site_id: second.id, count_now: 30, count_of: 40 },
    ])
  })
})

test('Send no notice of an outage during a silence, and one afterwards while the site is still down', async () => {
  const made = await town()
  const end = new Date(made.now().getTime() + 60 * minuteMs)
  await sql`insert into silence(company_id, site_id, starts_at, ends_at, reason) values (${made.tenant.id}, ${made.site.id}, ${made.now()}, ${end}, 'work')`.execute(
    database.db,
  )
  await fallen(made, some)
  expect(await made.open()).toMatchObject([{ muted_by: 'silence', told_at: null }])
  expect(await made.notices()).toEqual([])
  made.pass(30)
  await made.tick()
  expect(await made.notices()).toEqual([])
  for (const minutes of [30, 1, 1]) {
    made.pass(minutes)
    await made.tick()
  }
  expect(await made.notices()).toEqual([`site.outage opened ${some}`])
})

test('Send no notice of the end of an event whose start was never told', async () => {
  const made = await town()
  await sql`insert into silence(company_id, weekdays, start_time, minutes, reason) values (${made.tenant.id}, '{1,2,3,4,5,6,7}', '00:00', 1440, 'always')`.execute(
    database.db,
  )
  await fallen(made, some)
  made.pass(5)
  await made.feed(made.lines(some))
  expect(await made.all()).toMatchObject([{ kind: 'site.outage', told_at: null }])
  expect(await made.notices()).toEqual([])
})

test(
  'Mute the machine events of a site with an open event, and send them when it is over',
  async () => {
    const made = await town()
    await made.feed(made.lines(many))
    const longAgo = new Date(made.now().getTime() - 8 * 86_400_000)
    made.pass(5)
    await made.feed(made.lines(many, stopped))
    await sql`update device set state_since = ${longAgo}`.execute(database.db)
    made.pass(5)
    await made.tick()
    const away = (await made.open()).find(({ kind }) => kind === 'device.away')
    expect(away).toMatchObject({ count_now: many, muted_by: 'site', told_at: null })
    expect(await made.membersOf(away?.id)).toBe(many)
    expect(await made.notices()).toEqual([`site.outage opened ${many}`])
    made.pass(5)
    // A third of the machines stay offline: by its thresholds, the outage is over.
    await sql`update alert_rule set percent = 90 where kind = 'site.outage'`.execute(database.db)
    await made.feed(made.lines(many).map((line, index) => (index < 900 ? { ...line, ...stopped } : line)))
    made.pass(61)
    await made.tick()
    expect(await made.notices()).toEqual([
      `site.outage opened ${many}`,
      'site.outage resolved 900',
      'device.away opened 900',
    ])
  },
  largeMs,
)
