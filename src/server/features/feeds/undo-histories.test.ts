import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { feedQuestions, wouldChange } from '#shared/feed.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { feedHistory } from '#tests/support/feed-histories.ts'
import { feedTables, undoIn } from '#tests/support/undo.ts'

const database = useDatabase()

const line = fc.record({
  serial: fc.constantFrom('D0', 'D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', ''),
  type: fc.constantFrom('T30', 'T20', undefined),
  site: fc.constantFrom('first', 'second', undefined),
  activeWorker: fc.constantFrom('w1', 'w2', undefined),
  hashRate: fc.constantFrom(30, 28.4, 5, 0, -1, undefined),
  alarm: fc.constantFrom(true, false, undefined),
  hoursAgo: fc.constantFrom(0, 1, 30, undefined),
})
const feed = fc.record({
  kind: fc.constant('feed' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 10 }),
  absentOffline: fc.boolean(),
  late: fc.constantFrom(false, false, true),
})
const person = fc.record({
  kind: fc.constant('person' as const),
  device: fc.nat(8),
  cause: fc.constantFrom('scrap', 'lost', 'found', 'repairOut', 'repairReturn'),
})
const act = fc.oneof(
  { weight: 4, arbitrary: feed },
  { weight: 3, arbitrary: person },
  { weight: 1, arbitrary: fc.constant({ kind: 'night' as const }) },
)

/** Return the row of each machine of a tenant, by serial. */
async function devicesOf(tenantId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ serial: string; row: string }>`
    select serial, to_jsonb(d)::text as row from device d where company_id = ${tenantId}`.execute(database.db)
  return new Map(rows.map(({ serial, row }) => [serial, row]))
}

type Feed = typeof feed extends fc.Arbitrary<infer Value> ? Value : never
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

/** Create a base whose feeds and users act at intervals of a minute or a night. */
async function historyOf() {
  const { town, devicesOf, changeDevice } = await feedHistory(database)
  const send = ({ lines, absentOffline, late }: Feed) =>
    town.apply({
      devices: devicesOf(lines),
      absentOffline,
      // Several nights without a feed would need a confirmation.
      confirm: [...feedQuestions],
      businessDate: late ? addDays(town.today, -1) : town.today,
    })
  const act = async (step: Act) => {
    town.pass(step.kind === 'night' ? 86_400_000 : 60_000)
    if (step.kind === 'feed') await send(step)
    if (step.kind === 'person') await changeDevice(step)
  }
  const tables = () => feedTables(database.db, town.tenant.id)
  return { town, send, act, tables }
}

/**
 * Two machines of a site, one of them offline, and a feed that names the other. The site is read whole, and only the
 * daily row of the absent machine changes.
 */
const offlineAndAbsent: [Act[], Feed] = [
  [
    {
      kind: 'feed',
      lines: [
        { serial: 'D0', type: 'T30', site: 'second', activeWorker: 'w1', hashRate: 0, alarm: true, hoursAgo: 0 },
        { serial: 'D1', type: 'T30', site: 'second', activeWorker: 'w1', hashRate: 30, alarm: false, hoursAgo: 0 },
        { serial: 'D8', type: 'T30', site: 'first', activeWorker: 'w1', hashRate: 30, alarm: false, hoursAgo: 0 },
      ],
      absentOffline: false,
      late: false,
    },
  ],
  {
    kind: 'feed',
    lines: [
      { serial: 'D1', type: 'T30', site: undefined, activeWorker: 'w1', hashRate: 30, alarm: false, hoursAgo: 0 },
    ],
    absentOffline: false,
    late: false,
  },
]

test('Restore every table exactly when the last feed is undone, after any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 0, maxLength: 7 }), feed, async (history, last) => {
      const { db } = database
      const { town, send, act: take, tables } = await historyOf()
      for (const step of history) await take(step)
      town.pass()
      const before = await tables()
      const applied = await send(last)
      town.pass()
      // An owner or site in a feed of a past day is a separate transfer.
      const transfers = new Set((applied.transfers ?? []).flatMap(({ batchId }) => batchId ?? []))
      for (const id of transfers) expect(await undoIn(db, town, id)).toMatchObject({ kept: 0 })
      if (wouldChange(applied))
        expect(await undoIn(db, town)).toMatchObject({ batchId: applied.batchId, removed: applied.created })
      expect(await tables()).toEqual(before)
      const states = await sql<{ state: string; last: string }>`
        select d.state, (select e.to_state from device_event e where e.company_id = ${town.tenant.id} and e.device_id = d.id order by e.id desc limit 1) as last
        from device d where company_id = ${town.tenant.id}`.execute(db)
      for (const { state, last: told } of states.rows) expect(told).toBe(state)
    }),
    { numRuns: runsOfEngine(40), examples: [offlineAndAbsent] },
  )
}, 300_000)

const running = (serial: Feed['lines'][number]['serial']) =>
  ({ serial, type: 'T30', site: 'first', activeWorker: 'w1', hashRate: 30, alarm: true, hoursAgo: 0 }) as const
const feedOf = (...serials: Feed['lines'][number]['serial'][]): Feed => ({
  kind: 'feed',
  lines: serials.map(running),
  absentOffline: false,
  late: false,
})
/**
 * A feed opens a day, a user scraps a machine that it does not name, and the feed is undone. The day must keep its rows
 * of all machines.
 */
const scrappedOnOpenedDay: [Act[], Feed, Act[]] = [
  [feedOf('D8', 'D0'), { kind: 'night' }],
  feedOf('D2'),
  [{ kind: 'person', device: 0, cause: 'scrap' }],
]
/** A feed of a machine that runs, and of another; a report is outdated if another of the same feed is a day newer. */
const feedWith = (changes: Partial<Feed['lines'][number]>): Feed => ({
  ...feedOf(),
  lines: [running('D0'), { ...running('D3'), ...changes }],
})
/**
 * A machine that has never reported is lost. A feed says that it runs, which waits for a decision; the next feed contains a
 * report of it that changes nothing else in its row of the day.
 */
const firstReportOfLost: [Act[], Feed, Act[]] = [
  [feedWith({ alarm: undefined, hoursAgo: 30 }), { kind: 'person', device: 3, cause: 'lost' }],
  { ...feedOf(), lines: [{ ...running('D3'), hoursAgo: 1 }] },
  [{ ...feedOf(), lines: [{ ...running('D3'), hashRate: undefined, alarm: undefined }] }],
]

const since = fc.oneof({ weight: 2, arbitrary: feed }, { weight: 5, arbitrary: person })

test('Restore exactly the machines without a later change, and keep all tables consistent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 4 }),
      feed,
      fc.array(since, { maxLength: 5 }),
      async (history, last, later) => {
        const { db } = database
        const { town, send, act: take, tables } = await historyOf()
        for (const step of history) await take(step)
        town.pass()
        const before = await devicesOf(town.tenant.id)
        const applied = await send({ ...last, late: false })
        if (!wouldChange(applied)) return
        for (const step of later) await take(step.kind === 'feed' ? { ...step, late: false } : step)
        town.pass()
        const [now, all] = [await devicesOf(town.tenant.id), await tables()]
        const asked = async (dryRun: boolean) =>
          undoIn(db, town, applied.batchId ?? 0, dryRun).catch((error: unknown) => {
            if (error instanceof AppError && error.code === 'UNDO_REFUSED') return null
            throw error
          })
        const rehearsed = await asked(true)
        expect(await tables()).toEqual(all)
        const undone = await asked(false)
        const after = await devicesOf(town.tenant.id)
        const back = [...now].filter(([serial, row]) => after.get(serial) !== row).map(([serial]) => serial)
        for (const serial of back) expect(after.get(serial)).toBe(before.get(serial))
        if (undone) {
          const { undone: count, kept, machines, removed, transitions } = undone
          expect(rehearsed).toMatchObject({ undone: count, kept, machines, removed })
          // Changes of the same number have no order.
          const sorted = (changes: typeof transitions) => changes.map((one) => JSON.stringify(one)).sort()
          expect(sorted(rehearsed?.transitions ?? [])).toEqual(sorted(transitions))
          for (const { serial } of machines) expect(back).not.toContain(serial)
          // Some machines already have their old values, so fewer rows may change than are counted.
          expect(back.length).toBeLessThanOrEqual(count)
          expect(now.size - after.size).toBe(removed)
          expect(await asked(false)).toSatisfy((again: typeof undone | null) => again === null || again.undone === 0)
          expect(await devicesOf(town.tenant.id)).toEqual(after)
        } else expect(await tables()).toEqual(all)
        expect(await findContradictions(database.pool)).toEqual([])
      },
    ),
    { numRuns: runsOfEngine(40), examples: [scrappedOnOpenedDay, firstReportOfLost] },
  )
}, 300_000)
