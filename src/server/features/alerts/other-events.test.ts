import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertTown, fallen } from '#tests/support/alert-town.ts'
import { useDatabase } from '#tests/support/database.ts'

const database = useDatabase()
const town = () => alertTown(database)

test('Open and end an event for a share of low machines by the counters alone', async () => {
  const made = await town()
  await made.feed(made.lines(100))
  made.pass(5)
  const low = (machines: number) =>
    made.lines(100).map((line, index) => (index < machines ? { ...line, hashRate: 10 } : line))
  await made.feed(low(19))
  expect(await made.open()).toEqual([])
  made.pass(5)
  await made.feed(low(20))
  expect(await made.open()).toMatchObject([{ kind: 'share.low', count_now: 20, count_of: 100, severity: 'warning' }])
  expect(await made.membersOf((await made.open())[0]?.id)).toBe(20)
  made.pass(5)
  await made.feed(low(16))
  expect(await made.open()).toHaveLength(1)
  made.pass(5)
  await made.feed(low(15))
  expect(await made.notices()).toEqual(['share.low opened 20', 'share.low resolved 15'])
})

test('Open an event for a feed that was refused, or too thin for a site, until the next good feed', async () => {
  const made = await town()
  await made.feed(made.lines(100))
  made.pass(5)
  await made.feed([{ serial: '' }, { serial: '' }])
  expect(await made.open()).toMatchObject([
    { kind: 'feed.failed', site_id: null, detail: { reason: 'refused' }, count_now: 2, count_of: 2 },
  ])
  made.pass(5)
  await made.feed(made.lines(30))
  expect(await made.open()).toMatchObject([
    { kind: 'feed.failed', site_id: made.site.id, detail: { reason: 'thin' }, count_now: 70, count_of: 100 },
  ])
  made.pass(5)
  await made.feed(made.lines(100))
  expect(await made.open()).toEqual([])
  expect((await made.notices()).map((notice) => notice.split(' ')[1])).toEqual([
    'opened',
    'resolved',
    'opened',
    'resolved',
  ])
})

test('Open an event for a site without a report by its hour, until it reports', async () => {
  const made = await town()
  await made.feed(made.lines(50))
  // The next day, 11:59 and 12:00 in the business time zone.
  made.pass(24 * 60 + 119)
  await made.tick()
  expect(await made.open()).toEqual([])
  made.pass(1)
  await made.tick()
  expect(await made.open()).toMatchObject([{ kind: 'site.silent', site_id: made.site.id, count_now: 50 }])
  made.pass(30)
  await made.feed(made.lines(50))
  expect(await made.open()).toEqual([])
  expect(await made.notices()).toEqual(['site.silent opened 50', 'site.silent resolved 0'])
})

test('Open no event for a rule whose site was deleted, and end the open ones', async () => {
  const made = await town()
  await fallen(made, 100)
  await sql`update company set deleted_at = now() where id = ${made.site.id}`.execute(database.db)
  made.pass(5)
  // A constant, not an expression: Citus refuses an update that each node would have to evaluate.
  await sql`update alert set told_at = ${new Date(made.now().getTime() - 5 * 3_600_000)}`.execute(database.db)
  await made.tick()
  expect(await made.open()).toEqual([])
})

test('Do not restore deleted default rules', async () => {
  const made = await town()
  await sql`update alert_rule set deleted_at = now()`.execute(database.db)
  await made.tick()
  expect(
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from alert_rule where deleted_at is null and company_id = ${made.tenant.id}`.execute(
        database.db,
      )
    ).rows[0]?.n,
  ).toBe(0)
  await fallen(made, 100)
  expect(await made.all()).toEqual([])
})
