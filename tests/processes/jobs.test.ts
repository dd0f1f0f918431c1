import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import type { JobHandle } from '#server/services/jobs/jobs.ts'
import { AppError } from '#shared/errors.ts'
import type { FeedResult, JobProgress } from '#shared/feed.ts'
import { lineOf } from '#tests/support/feeds.ts'
import { callerAt, useTwoProcesses } from '#tests/support/processes.ts'

const processes = useTwoProcesses('jobs')
const manager = (app: App) => callerAt(app, processes.token)

async function followed(steps: AsyncIterable<JobProgress>): Promise<JobProgress[]> {
  const seen: JobProgress[] = []
  for await (const step of steps) seen.push(step)
  return seen
}
/** Runs until it is cancelled, and reports its progress each time. */
const endless = async (job: JobHandle) => {
  for (let done = 0; ; done++) {
    if (job.cancelled()) throw new AppError('CANCELLED')
    job.report('applying', done, 1_000)
    await wait(20)
  }
}

test('follow a feed started at one process from another, from its progress to its whole result', async () => {
  const base = await (await manager(processes.one)).sites.save({ name: '东', province: '江苏省', domain: 'east' })
  const devices = [
    lineOf('A1', { type: 'T30', site: base.name }),
    ...Array.from({ length: 1_500 }, () => ({ type: 'T30' })),
  ]
  const { id } = await (await manager(processes.one)).feeds.start({ devices, companyId: base.id })
  const seen = await followed(await (await manager(processes.other)).feeds.watch({ id }))
  const last = seen.at(-1)
  expect(last).toMatchObject({
    phase: 'done',
    error: null,
    result: { read: 1_501, created: 1, refused: 1_500, errorCount: 1_500 },
  })
  expect(last).toEqual(await (await manager(processes.one)).feeds.progress({ id }))
  expect(await (await manager(processes.other)).feeds.progress({ id })).toEqual(last)
})

test('cancel a job from another process within a second; others can neither see nor cancel it', async () => {
  const { id } = await processes.one.services.jobs.start('me', endless)
  const leaving = new AbortController()
  const seen: number[] = []
  for await (const { done } of processes.other.services.jobs.watch('me', id, leaving.signal)) {
    if (seen.push(done) === 4) break
  }
  expect(seen).toEqual([...seen].sort((left, right) => left - right))
  await expect(processes.other.services.jobs.get('you', id)).rejects.toThrow(new AppError('NOT_FOUND'))
  await expect(processes.other.services.jobs.cancel('you', id)).rejects.toThrow(new AppError('NOT_FOUND'))
  const asked = Date.now()
  await processes.other.services.jobs.cancel('me', id)
  expect((await followed(processes.other.services.jobs.watch('me', id, undefined))).at(-1)).toMatchObject({
    phase: 'cancelled',
    result: null,
  })
  expect(await processes.one.services.jobs.get('me', id)).toMatchObject({ phase: 'cancelled' })
  expect(Date.now() - asked).toBeLessThan(2_000)
})

test('allow a user three jobs at once over all processes', async () => {
  const started = await Promise.allSettled(
    [processes.one, processes.other, processes.one, processes.other].map((app) =>
      app.services.jobs.start('busy', endless),
    ),
  )
  const ids = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
  expect(ids).toHaveLength(3)
  expect(started.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'BUSY' } })
  for (const id of ids) await processes.one.services.jobs.cancel('busy', id)
  for (const id of ids)
    expect((await followed(processes.other.services.jobs.watch('busy', id, undefined))).at(-1)).toMatchObject({
      phase: 'cancelled',
    })
})

/** Simulate a process killed a while ago, which sends no heartbeats. */
const silence = (id: string) =>
  sql`update job set heartbeat_at = now() - interval '1 minute' where id = ${id}`.execute(processes.one.db)
const applied = { created: 7, errors: [], batchId: 1 } as unknown as FeedResult

test('report a job of a dead process as failed and unchanged, or as done if it was applied', async () => {
  let end = () => {}
  const ended = new Promise<null>((resolve) => {
    end = () => resolve(null)
  })
  const lost = await processes.one.services.jobs.start('dead', () => ended, { language: 'en' })
  const through = await processes.one.services.jobs.start('dead', async (job) => {
    await processes.one.db.transaction().execute((trx) => job.applied(trx, applied))
    return ended
  })
  const taken = await processes.one.services.jobs.start('dead', async (job) => {
    await processes.one.db.transaction().execute(async (trx) => {
      await job.applied(trx, applied)
      throw new AppError('STORAGE_FULL')
    })
    return null
  })
  expect((await followed(processes.other.services.jobs.watch('dead', taken.id, undefined))).at(-1)).toMatchObject({
    phase: 'failed',
    error: { code: 'STORAGE_FULL' },
  })
  await silence(through.id)
  // Between two of its heartbeats.
  await expect
    .poll(async () => {
      await silence(lost.id)
      return (await processes.other.services.jobs.get('dead', lost.id)).phase
    })
    .toBe('failed')
  expect(await processes.other.services.jobs.get('dead', lost.id)).toMatchObject({
    error: { code: 'JOB_LOST', message: expect.stringContaining('nothing was changed') },
  })
  expect(await processes.other.services.jobs.get('dead', through.id)).toMatchObject({ phase: 'done', result: applied })
  end()
})
