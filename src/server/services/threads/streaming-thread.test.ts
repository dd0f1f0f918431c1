import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createStreamingThread, type StreamingThread, type StreamingThreadOptions } from './streaming-thread.ts'

const logger = pino({ level: 'silent' })
/** A thread that counts up to its input, one number at a time; for 0 it returns how far it has counted in total. */
const program = `
  const { parentPort } = require('node:worker_threads')
  let counted = 0
  const stopped = new Set()
  parentPort.on('message', async ({ id, input, stop }) => {
    if (stop) stopped.add(id)
    if (!input) return
    if (input.end) process.exit(3)
    if (input.crash) return setImmediate(() => { throw new Error('crashed') })
    if (input.hang) for (;;);
    if (input.refuse) return parentPort.postMessage({ id, refusal: { code: 'FEED_EMPTY', details: { field: 'file' } } })
    if (input.problem) return parentPort.postMessage({ id, problem: input.problem })
    if (input.to === 0) parentPort.postMessage({ id, item: counted })
    for (let number = 1; number <= input.to && !stopped.has(id); number += 1) {
      counted += 1
      parentPort.postMessage({ id, item: number })
      await new Promise(setImmediate)
    }
    parentPort.postMessage({ id, end: true })
  })`

const opened: StreamingThread[] = []
function build(options: Partial<StreamingThreadOptions> = {}) {
  const threads: Worker[] = []
  const start = () => {
    const thread = new Worker(program, { eval: true })
    threads.push(thread)
    return thread
  }
  const thread = createStreamingThread({ name: 'test-worker', logger, start, ...options })
  opened.push(thread)
  return { thread, threads }
}
async function all(thread: StreamingThread, input: object): Promise<number[]> {
  const sent: number[] = []
  for await (const number of thread.run<number>(input)) sent.push(number)
  return sent
}

afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close()
})

test('Deliver all items of the thread, in order, to each caller', async () => {
  const { thread, threads } = build()
  expect(await Promise.all([3, 5, 1].map((to) => all(thread, { to })))).toEqual([[1, 2, 3], [1, 2, 3, 4, 5], [1]])
  expect(threads).toHaveLength(1)
})

test('Throw a refusal of the thread as a refusal, and a crash as a defect', async () => {
  const { thread } = build()
  await expect(all(thread, { refuse: true })).rejects.toEqual(new AppError('FEED_EMPTY', { field: 'file' }))
  await expect(all(thread, { refuse: true })).rejects.toBeInstanceOf(AppError)
  await expect(all(thread, { problem: 'it broke' })).rejects.toThrow('it broke')
  expect(await all(thread, { to: 1 })).toEqual([1])
})

test('Stop the work of a caller that consumes no more', async () => {
  const { thread } = build()
  for await (const number of thread.run<number>({ to: 1_000_000 })) if (number === 2) break
  const [counted = 0] = await all(thread, { to: 0 })
  expect(counted).toBeGreaterThan(1)
  expect(counted).toBeLessThan(1_000_000)
  expect(await all(thread, { to: 0 })).toEqual([counted])
})

test.each([{ crash: true }, { end: true }, { hang: true }])(
  'Replace a thread that breaks (%o); the next work gets a new one',
  async (broken) => {
    const { thread, threads } = build({ limitMs: 300 })
    await expect(all(thread, broken)).rejects.toThrow('test-worker ended')
    expect(await all(thread, { to: 2 })).toEqual([1, 2])
    expect(threads).toHaveLength(2)
  },
)

test('End the work in progress when the thread is closed', async () => {
  const { thread } = build()
  const counting = thread.run<number>({ to: 1_000_000 })
  expect(await counting.next()).toEqual({ value: 1, done: false })
  await thread.close()
  await expect(
    (async () => {
      for await (const number of counting) expect(number).toBeGreaterThan(1)
    })(),
  ).rejects.toMatchObject({ code: 'BUSY' })
})

test('Retire an idle thread, and start another one for the next work', async () => {
  const { thread, threads } = build()
  const most = 2_000
  const counted = async () => {
    let numbers = 0
    for await (const number of thread.run<number>({ to: most })) {
      // Not while it works.
      if (number === 1) thread.retire()
      numbers += 1
    }
    return numbers
  }
  expect(await counted()).toBe(most)
  const ended = new Promise((resolve) => threads[0]?.once('exit', resolve))
  thread.retire()
  await ended
  expect(await counted()).toBe(most)
  expect(threads).toHaveLength(2)
})
