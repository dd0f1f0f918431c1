import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { stopInOrder } from '#server/stop-in-order.ts'
import { AppError } from '#shared/errors.ts'
import type { JobProgress } from '#shared/feed.ts'
import { createJobs, type JobHandle } from './jobs.ts'

const jobsNow = () => createJobs({ logger: pino({ level: 'silent' }), clock: () => new Date(), rows: null })
const until = async (progress: AsyncGenerator<JobProgress>) => {
  const phases: string[] = []
  let last: JobProgress | null = null
  for await (const step of progress) {
    phases.push(step.phase)
    last = step
  }
  return { phases, last }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const work = async (job: JobHandle) => {
  for (const phase of ['reading', 'checking', 'applying'] as const) {
    if (job.cancelled()) throw new AppError('CANCELLED')
    job.report(phase, 1, 2)
    await turn()
  }
  return null
}

describe('background jobs', () => {
  test('Let several watchers follow a job from its start to its end', async () => {
    const jobs = jobsNow()
    const { id } = await jobs.start('me', work)
    const [first, second] = await Promise.all([
      until(jobs.watch('me', id, undefined)),
      until(jobs.watch('me', id, undefined)),
    ])
    expect(first.phases.at(-1)).toBe('done')
    expect(first.phases.filter((phase) => phase === 'done')).toHaveLength(1)
    expect(second.last).toEqual(await jobs.get('me', id))
  })

  test('Refuse to show, stream or cancel a job of another owner', async () => {
    const jobs = jobsNow()
    const { id } = await jobs.start('me', work)
    await expect(jobs.get('you', id)).rejects.toThrow(new AppError('NOT_FOUND'))
    await expect(jobs.cancel('you', id)).rejects.toThrow(new AppError('NOT_FOUND'))
    await expect(until(jobs.watch('you', id, undefined))).rejects.toThrow(new AppError('NOT_FOUND'))
    await jobs.close()
  })

  test('Limit one owner to twelve streams, and admit the next after one has ended', async () => {
    const jobs = jobsNow()
    let finish = () => undefined
    const held = new Promise<null>((resolve) => {
      finish = () => void resolve(null)
    })
    const { id } = await jobs.start('me', () => held)
    const streams = Array.from({ length: 12 }, () => jobs.watch('me', id, undefined))
    for (const stream of streams) expect((await stream.next()).value).toMatchObject({ id })
    await expect(jobs.watch('me', id, undefined).next()).rejects.toThrow(new AppError('BUSY'))
    await streams[0]?.return(undefined)
    expect((await jobs.watch('me', id, undefined).next()).value).toMatchObject({ id })
    finish()
    await jobs.close()
  })

  test('Cancel a job on request before it writes', async () => {
    const jobs = jobsNow()
    const { id } = await jobs.start('me', work)
    await jobs.cancel('me', id)
    expect((await until(jobs.watch('me', id, undefined))).last).toMatchObject({
      phase: 'cancelled',
      result: null,
      error: null,
    })
  })

  test('Log a job once as cancelled by the stop of the server; not if its owner cancelled it', async () => {
    const lines: Record<string, unknown>[] = []
    const jobs = createJobs({
      logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
      clock: () => new Date(),
      rows: null,
    })
    const ended = await jobs.start('me', work)
    await jobs.cancel('me', ended.id)
    await until(jobs.watch('me', ended.id, undefined))
    const { id } = await jobs.start('me', work)
    await jobs.close()
    expect(lines).toEqual([
      expect.objectContaining({
        job: id,
        owner: 'me',
        msg: 'the server stops: a feed was given up, nothing of it was applied',
      }),
    ])
  })

  test('Release the connection at once on stop, before waiting for requests and the scheduler', async () => {
    const jobs = jobsNow()
    let free: () => void = () => undefined
    const connection = new Promise<void>((resolve) => {
      free = resolve
    })
    const feed = async (job: JobHandle) => {
      while (!job.cancelled()) await turn()
      free()
      throw new AppError('CANCELLED')
    }
    const { id } = await jobs.start('me', feed)
    let late = ''
    const ended: string[] = []
    const waits = (what: string) => connection.then(() => void ended.push(what))
    const serving = {
      stop: async () => {
        await waits('requests')
        // The last request in flight starts another feed.
        late = (await jobs.start('me', feed)).id
      },
    }
    const stopping = stopInOrder({
      serving,
      scheduler: { close: () => waits('scheduler') },
      jobs,
      close: async () => void ended.push('database'),
    })
    await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, 2_000))])
    expect(ended).toEqual(['requests', 'scheduler', 'database'])
    for (const job of [id, late]) expect(await jobs.get('me', job)).toMatchObject({ phase: 'cancelled' })
  })

  test('Report the reason of a failed job in the caller’s language', async () => {
    const jobs = jobsNow()
    const { id } = await jobs.start('me', () => Promise.reject(new AppError('FEED_EMPTY')), { language: 'en' })
    expect((await until(jobs.watch('me', id, undefined))).last).toMatchObject({
      phase: 'failed',
      error: { code: 'FEED_EMPTY', message: 'The file contains no data' },
    })
  })

  test('Stop watching when the watcher leaves', async () => {
    const jobs = jobsNow()
    const { id } = await jobs.start('me', async () => {
      await turn()
      await new Promise((resolve) => setTimeout(resolve, 200))
      return null
    })
    const leaving = new AbortController()
    const watching = until(jobs.watch('me', id, leaving.signal))
    await turn()
    leaving.abort()
    expect((await watching).phases).toEqual(['reading'])
    await jobs.close()
  })

  test('Wait for running jobs when the process closes', async () => {
    const jobs = jobsNow()
    let done = false
    jobs.later('vacuum', async () => {
      await turn()
      done = true
    })
    jobs.later('broken', () => Promise.reject(new Error('no')))
    await jobs.close()
    expect(done).toBe(true)
  })
})
