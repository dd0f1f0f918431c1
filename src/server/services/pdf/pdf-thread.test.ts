import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createLogger } from '#server/logger.ts'
import { createReports, type Reports, type ReportsOptions } from './pdf-thread.ts'

const logger = pino({ level: 'silent' })
/** A thread that, on request, prints a text, fails, ends itself, or hangs. */
const program = `
  const { parentPort, threadId } = require('node:worker_threads')
  parentPort.on('message', ({ id, input }) => {
    if (input.end) process.exit(3)
    if (input.crash) setImmediate(() => { throw new Error('crashed') })
    else if (input.hang) for (;;);
    else if (input.problem) parentPort.postMessage({ id, problem: input.problem })
    else setTimeout(() => parentPort.postMessage({ id, bytes: Buffer.from(threadId + ':' + input.text) }), input.wait ?? 0)
  })`

const opened: Reports[] = []
function build(options: Partial<ReportsOptions> = {}) {
  const threads: Worker[] = []
  const start = () => {
    const thread = new Worker(program, { eval: true })
    threads.push(thread)
    return thread
  }
  const reports = createReports({ logger, start, ...options })
  opened.push(reports)
  return { reports, threads }
}
const textOf = async (printed: Promise<Uint8Array>) =>
  Buffer.from(await printed)
    .toString()
    .split(':')[1]

afterEach(async () => {
  for (const reports of opened.splice(0)) await reports.close()
})

test('Print reports one after the other, in their order, in one thread', async () => {
  const { reports, threads } = build()
  const order: string[] = []
  await Promise.all(
    ['a', 'b', 'c'].map(async (text, index) =>
      order.push((await textOf(reports.print({ text, wait: 30 - 10 * index }))) ?? ''),
    ),
  )
  expect(order).toEqual(['a', 'b', 'c'])
  expect(threads).toHaveLength(1)
})

test("Refuse a report beyond the queue's limit, and print those that wait", async () => {
  const { reports } = build({ mostWaiting: 2 })
  const printed = ['a', 'b', 'c'].map((text) => textOf(reports.print({ text, wait: 20 })))
  await expect(reports.print({ text: 'd' })).rejects.toMatchObject({ code: 'BUSY', details: { retryAfterSeconds: 5 } })
  expect(await Promise.all(printed)).toEqual(['a', 'b', 'c'])
  expect(await textOf(reports.print({ text: 'e' }))).toBe('e')
})

test('Fail only the report that breaks its thread, and start a new thread for the next one', async () => {
  const lines: string[] = []
  const { reports, threads } = build({
    logger: createLogger({ logLevel: 'error' }, { write: (line) => void lines.push(line) }),
  })
  for (const broken of [{ crash: true }, { end: true }]) {
    const [failed, next] = [reports.print(broken), textOf(reports.print({ text: 'next' }))]
    await expect(failed).rejects.toThrow(/crashed|ended/)
    expect(await next).toBe('next')
  }
  expect(threads).toHaveLength(3)
  expect(lines.map((line) => JSON.parse(line).err)).toMatchObject([
    { type: 'Error', message: 'crashed' },
    'it ended with 3',
  ])
})

test('Fail a report that cannot be laid out with its reason, and keep the thread', async () => {
  const { reports, threads } = build()
  await expect(reports.print({ problem: 'no such font' })).rejects.toThrow('no such font')
  expect(await textOf(reports.print({ text: 'next' }))).toBe('next')
  expect(threads).toHaveLength(1)
})

test('Cancel a report that takes too long, and replace its thread', async () => {
  const { reports, threads } = build({ limitMs: 1_500 })
  const [failed, next] = [reports.print({ hang: true }), textOf(reports.print({ text: 'next' }))]
  await expect(failed).rejects.toMatchObject({ code: 'BUSY' })
  expect(await next).toBe('next')
  expect(threads).toHaveLength(2)
})

test('Finish accepted reports on stop, and accept no more', async () => {
  const { reports } = build()
  const printed = ['a', 'b'].map((text) => textOf(reports.print({ text, wait: 20 })))
  const closed = reports.close()
  await expect(reports.print({ text: 'late' })).rejects.toMatchObject({ code: 'BUSY' })
  await closed
  expect(await Promise.all(printed)).toEqual(['a', 'b'])
})
