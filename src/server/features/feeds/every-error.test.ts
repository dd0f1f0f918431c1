import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { type FeedResult, maxKeptErrors, maxListedErrors } from '#shared/feed.ts'
import { useDatabase } from '#tests/support/database.ts'
import { feedTown, fileOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const wrongLines = 2_500

test('List every line with a problem; store the first thousand and the total', async () => {
  const { apply } = await feedTown(database)
  const file = fileOf(
    ['serial,hashRate', ...Array.from({ length: wrongLines }, (_, index) => `A${index},none`)].join('\n'),
  )
  for (const dryRun of [true, false]) {
    const { errors, errorCount } = await apply({ ...file, dryRun })
    expect(errorCount).toBe(wrongLines)
    expect(errors.map(({ line }) => line)).toEqual(Array.from({ length: wrongLines }, (_, index) => index + 2))
  }
  const { result } = await database.db.selectFrom('import_batch').select('result').executeTakeFirstOrThrow()
  const kept = result as unknown as FeedResult
  expect([kept.errors.length, kept.errorCount]).toEqual([maxKeptErrors, wrongLines])
})

test('List the first ten thousand lines with a problem, and count all by reason', async () => {
  const { apply } = await feedTown(database)
  const [numbers, times] = [maxListedErrors, 1_500]
  const lines = Array.from({ length: numbers + times }, (_, index) =>
    index < numbers ? `A${index},none,` : `A${index},1,yesterday`,
  )
  const { errors, errorCount, reasonCounts, refused } = await apply({
    ...fileOf(['serial,hashRate,reportedAt', ...lines].join('\n')),
    dryRun: true,
  })
  expect([errors.length, errorCount, refused]).toEqual([maxListedErrors, numbers + times, numbers + times])
  expect(errors.map(({ line }) => line)).toEqual(Array.from({ length: maxListedErrors }, (_, index) => index + 2))
  expect(Object.values(reasonCounts ?? {})).toEqual([numbers, times])
  expect(errors.every(({ reason }) => reasonCounts?.[reason] === numbers)).toBe(true)
})

test('Keep all errors of the newest ended job, and the first thousand of older ones', async () => {
  const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => new Date(), rows: null })
  const error = { line: 1, serial: null, reason: 'lineBroken' as const, text: '' }
  const result: FeedResult = {
    ...{
      read: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      conflict: 0,
      refused: 0,
      businessDate: '2026-11-20',
      batchId: null,
      dryRun: true,
    },
    ...{
      transitions: [],
      coverage: [],
      ignoredColumns: [],
      errors: Array.from({ length: 150_000 }, () => error),
      errorCount: 150_000,
    },
  }
  const ids: string[] = []
  for (let index = 0; index < 3; index += 1) {
    const { id } = await jobs.start('me', async () => result)
    ids.push(id)
    await expect.poll(async () => (await jobs.get('me', id)).phase).toBe('done')
  }
  const ended = await Promise.all(ids.map((id) => jobs.get('me', id)))
  expect(ended.map(({ result }) => result?.errors.length)).toEqual([maxKeptErrors, maxKeptErrors, 150_000])
})
