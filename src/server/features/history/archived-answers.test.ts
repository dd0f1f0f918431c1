import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createArchive } from '#server/services/archive/archive.ts'
import { useDatabase } from '#tests/support/database.ts'
import { dayAnswers, writeDays } from '#tests/support/day-answers.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { buildRandomFleet } from '#tests/support/random-fleet.ts'
import { useFolder } from '#tests/support/use-folder.ts'
import { archiveMonth } from './archive-month.ts'
import { closeMonth } from './close-month.ts'
import { monthTable } from './month-table.ts'
import { restoreMonth } from './restore-month.ts'

const database = useDatabase()
const folder = useFolder('coldfleet-archived-answers-')
const now = '2026-04-05T04:00:00Z'
const [former, month] = ['2026-02', '2026-03']
/** Days in a month that stays in the database and in one that is archived. */
const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-30', '2026-03-31']

test('Return the same rows in the same order to every reader, whichever months are archived', async () => {
  const { db, url } = database
  for (const one of [former, month]) await sql`drop table if exists ${sql.table(monthTable(one).name)}`.execute(db)
  const fleet = await buildRandomFleet(db, 11, 120)
  await writeDays(db, fleet, days, 12)
  const storage = memoryStorage()
  const archive = createArchive({ storage, folder: folder() })
  const changing = { embedded: url === null, tries: 1, pauseMs: 1 }
  const parts = { db, archive, storage, changing }
  const ask = () => dayAnswers(db, fleet, { days, now, services: { archive, storage } })
  const before = await ask()
  const expectSame = async () => {
    const now = await ask()
    for (const [what, answer] of before) expect(now.get(what), what).toEqual(answer)
  }
  // First archive the second month while the first is in the database, then the reverse.
  for (const one of [month, former]) {
    await closeMonth(db, one, changing)
    await archiveMonth(parts, one)
    expect(
      (
        await sql`select from device_daily where business_date between ${`${one}-01`}::date and ${`${one}-28`}::date`.execute(
          db,
        )
      ).rows,
    ).toEqual([])
    if (one === month) await expectSame()
  }
  await restoreMonth(parts, month)
  await expectSame()
  archive.close()
  // Most answers must have rows: comparing empty answers would prove nothing.
  const isFilled = (answer: unknown) =>
    typeof answer === 'string' ? answer.length > 1_000 : JSON.stringify(answer).length > 400
  expect([...before.values()].filter(isFilled).length).toBeGreaterThan(before.size / 2)
}, 240_000)
