import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { loadPlaceBook } from '#server/services/places/place-book.ts'
import { feedQuestions } from '#shared/feed.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { feedHistory } from '#tests/support/feed-histories.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { type Compared, compareNamed, compareWhole } from './compare-fleet.ts'
import { silentProgress } from './feed-call.ts'
import { FeedLines } from './feed-lines.ts'
import { parseSource, planFeed, type Run } from './plan-feed.ts'
import { readCoverage, readFleet } from './read-fleet.ts'
import { placeResolver } from './resolve-places.ts'

const database = useDatabase()

const line = fc.record({
  serial: fc.constantFrom('D0', 'D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9', ''),
  type: fc.constantFrom('T30', 'T20', undefined),
  site: fc.constantFrom('first', 'second', undefined),
  hashRate: fc.constantFrom(30, 28.4, 5, 0, -1, undefined),
  alarm: fc.constantFrom(true, false, undefined),
  hoursAgo: fc.constantFrom(0, 1, 30, undefined),
})
const lines = fc.array(line, { minLength: 1, maxLength: 10 })
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('feed' as const), lines, absentOffline: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      device: fc.nat(9),
      cause: fc.constantFrom('scrap', 'lost', 'found', 'repairOut', 'repairReturn'),
    }),
  },
)

/** Number of runs in which the machines were read by serial. */
let named = 0

test('Plan the same result whether all machines are read or only the named ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 7 }),
      lines,
      fc.boolean(),
      async (acts, last, onlyFirst) => {
        const { db } = database
        const { town, devicesOf, changeDevice } = await feedHistory(database)
        town.pass()
        for (const step of acts) {
          town.pass()
          if (step.kind === 'feed') {
            const { absentOffline } = step
            await town.apply({
              devices: devicesOf(step.lines),
              absentOffline,
              businessDate: town.today,
              confirm: [...feedQuestions],
            })
            continue
          }
          await changeDevice(step)
        }
        town.pass()
        const territory = territoryOf([town.tenant.id], { siteIds: onlyFirst ? [town.site.id] : null })
        const parts = {
          db,
          config: { databaseUrl: database.url, deviceFeedUrl: null, timeZone: 'Asia/Shanghai' },
          clock: town.now,
        }
        const caller = { actor: 'base', userId: null, territory, language: 'en' as const }
        const run: Run = {
          ...{ parts, caller, now: town.now(), progress: silentProgress, request: { businessDate: town.today } },
          book: await loadPlaceBook(db),
          rules: await readHashRules(db),
        }
        const feed = await parseSource(run, { kind: 'rows', fileName: null, rows: devicesOf(last) })
        const [first, second] = await db.transaction().execute(async (trx) => {
          const stored = await readCoverage(trx, territory.companyIds, feed.businessDate)
          const plan = async ({ reported, ...compared }: Omit<Compared, 'kept'>) => {
            // Planning removes the lines from the feed.
            const own = { ...feed, lines: new FeedLines([...feed.lines]) }
            const input = {
              ...compared,
              feed: own,
              facts: null,
              places: placeResolver(run.book, territory),
              territory,
              rules: run.rules,
              types: run.book.types,
              now: town.now().getTime(),
            }
            const planned = await planFeed(
              run,
              {
                feed: own,
                reported,
                kept: [],
                sameOwners: false,
                devices: new Map(),
                newest: null,
                issued: [],
                patterns: async () => new Map(),
                givenBack: async () => 0,
                stored,
                input,
              },
              () => undefined,
            )
            const rows = [...planned.lines.rows, ...planned.absent.rows].map(({ before, ...row }) => ({
              ...row,
              id: before.id,
              serial: before.serial,
            }))
            return { result: planned.result, rows, coverage: planned.absent.coverage }
          }
          const reading = {
            territory,
            day: town.today,
            devices: new Map([[town.tenant.id, 10]]),
            embedded: database.url === null,
            batchId: null,
          }
          const few = await compareNamed(trx, feed, stored, false, reading)
          if (few) named += 1
          const all = await plan(await compareWhole(trx, feed, territory, await readFleet(trx, territory), stored))
          return [all, few ? await plan(few) : all]
        })
        expect(second).toEqual(first)
        expect(await findContradictions(database.pool)).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
  expect(named).toBeGreaterThan(20)
}, 300_000)
