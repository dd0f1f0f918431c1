import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createStreamingThread, mostAhead } from '#server/services/threads/streaming-thread.ts'
import { startThread } from '#server/thread.ts'
import { addReasons, countOf, maxListedErrors } from '#shared/feed.ts'
import { firstMachineTypes } from '#shared/machine-types.ts'
import { FeedLines } from './feed-lines.ts'
import { packLines, unpackLines } from './packed-lines.ts'
import type { ParsedLine, RefusedLine } from './parse-line.ts'
import { newShape } from './raw-line.ts'
import { readAnywhere } from './read-anywhere.ts'
import { type LineBatch, later, readLines } from './read-lines.ts'

const options = {
  timeZone: 'Asia/Shanghai',
  now: Date.parse('2026-11-21T04:00:00Z'),
  types: firstMachineTypes,
} as const
const kinds = [
  'A%,T30,客户甲,,一号,矿工 %,是,29.5,否,2026-11-21 08:00:00,x',
  'a%,t20,,账号,,,,,,,',
  '"A%",T30,客户甲,"账号",一号,"w""%",no,0,1,1763683200,y',
  'B%,T30,,,,,,1e999,,,',
  'B%,T99,,,,,,,,,',
  'C%',
  ',T30,,,,,,,,,',
  '"D%,T30,,,,,,,,,',
]
const header = 'serial,type,client,account,site,activeWorker,activeWorkerState,hashRate,alarm,reportedAt,附注'
/** A large file of valid and invalid lines of each kind. */
const ugly = () =>
  Buffer.from(
    [
      header,
      ...Array.from({ length: 6_000 }, (_, index) => kinds[index % kinds.length]?.replaceAll('%', String(index >> 1))),
    ].join('\n'),
  )

async function whole(batches: AsyncIterable<LineBatch>) {
  const all: ParsedLine[] = []
  const wrong: RefusedLine[] = []
  const names: { key: string; serial: string }[] = []
  const sum = { read: 0, lines: all, refused: wrong, counted: {}, cutOff: false, newest: null as number | null, names }
  for await (const { read, lines, refused, counted, cutOff, newest } of batches) {
    const feed = new FeedLines()
    feed.add(lines)
    feed.eachName((key, serial) => names.push({ key, serial }))
    sum.newest = later(sum.newest, newest)
    sum.read += read
    addReasons(sum.counted, counted)
    all.push(...lines)
    wrong.push(...refused)
    if (read > 0) sum.cutOff = cutOff
  }
  return sum
}

test('Read the same lines, refusals and columns in the feed thread as in this thread', async () => {
  const thread = createStreamingThread({ name: 'feed-worker', logger: pino({ level: 'silent' }) })
  try {
    const [here, there] = [newShape(), newShape()]
    const expected = await whole(readAnywhere({ bytes: ugly() }, here, options))
    expect(expected.read).toBeGreaterThan(5_000)
    expect(expected.names).toEqual(expected.lines.map(({ key, serial }) => ({ key, serial })))
    expect(new Set(expected.refused.map(({ reason }) => reason)).size).toBeGreaterThan(4)
    expect(await whole(readAnywhere({ bytes: ugly() }, there, options, thread))).toEqual(expected)
    expect(there).toEqual(here)
    expect(here.ignoredColumns).toEqual(new Set(['附注']))
    const noFeed = Buffer.alloc(300_000, 'x')
    await expect(whole(readAnywhere({ bytes: noFeed }, newShape(), options, thread))).rejects.toMatchObject({
      code: 'FEED_UNREADABLE',
    })
  } finally {
    await thread.close()
  }
})

/** Source: proc_pid_stat(5), field 19, counted after the name in parentheses. */
const priorityOf = (task: string) =>
  Number(readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])

test('Run the feed thread at a lower priority than the thread that answers requests', async () => {
  const thread = createStreamingThread({ name: 'feed-worker', logger: pino({ level: 'silent' }) })
  try {
    const lowered = () => readdirSync('/proc/self/task').filter((task) => priorityOf(task) > getPriority())
    const before = process.platform === 'linux' ? lowered() : []
    await whole(readAnywhere({ bytes: ugly() }, newShape(), options, thread))
    const since = process.platform === 'linux' ? lowered().filter((task) => !before.includes(task)) : ['elsewhere']
    expect(since).toHaveLength(1)
  } finally {
    await thread.close()
  }
})

test('Send at most a few batches ahead of the reader', async () => {
  let sent = 0
  const start = () => startThread('feed-worker', {}).on('message', () => (sent += 1))
  const thread = createStreamingThread({ name: 'feed-worker', logger: pino({ level: 'silent' }), start })
  try {
    const batches = readAnywhere({ bytes: ugly() }, newShape(), options, thread)
    await batches.next()
    await wait(300)
    expect(sent).toBeLessThanOrEqual(mostAhead + 1)
    for await (const { read } of batches) expect(read).toBeGreaterThanOrEqual(0)
    expect(sent).toBeGreaterThan(2 * mostAhead)
  } finally {
    await thread.close()
  }
})

test('Pack and unpack batches without loss, with every column, few columns and no readable line', async () => {
  const few = () => Buffer.from('serial,hashRate\nA1,29.53\na1,3\nB1,\nC1,1e-7\n')
  for (const file of [ugly, few, () => Buffer.from('serial,hashRate\nA1,x\n')]) {
    const batches: LineBatch[] = []
    for await (const batch of readLines({ bytes: file() }, newShape(), options)) batches.push(batch)
    const unpacked = async function* () {
      yield unpackLines(structuredClone(packLines(batches)))
    }
    expect(await whole(unpacked())).toEqual(await whole(readLines({ bytes: file() }, newShape(), options)))
  }
})

test('Hold a large file in memory once, with the room behind it, while its thread reads it', async () => {
  const thread = createStreamingThread({ name: 'feed-worker', logger: pino({ level: 'silent' }) })
  try {
    const file = ugly()
    const body = Buffer.allocUnsafeSlow(2 * file.length).subarray(0, file.length)
    file.copy(body)
    const batches = readAnywhere({ bytes: body }, newShape(), options, thread)
    await batches.next()
    expect(body.buffer.byteLength).toBe(0)
    for await (const { read } of batches) expect(read).toBeGreaterThanOrEqual(0)
  } finally {
    await thread.close()
  }
})

test('Count unlisted lines without a serial in few messages, and send every line with a serial', async () => {
  let sent = 0
  const start = () => startThread('feed-worker', {}).on('message', () => (sent += 1))
  const thread = createStreamingThread({ name: 'feed-worker', logger: pino({ level: 'silent' }), start })
  try {
    const broken = Buffer.from(`${'{"serial":x},'.repeat(5 * maxListedErrors)}{"serial":"A1","type":"T99"}`)
    const { read, refused, counted } = await whole(readAnywhere({ bytes: broken }, newShape(), options, thread))
    expect([read, refused.length, countOf(counted)]).toEqual([
      5 * maxListedErrors + 1,
      maxListedErrors + 1,
      4 * maxListedErrors,
    ])
    expect(Object.keys(counted)).toEqual([refused[0]?.reason])
    expect(refused.at(-1)).toMatchObject({ serial: 'A1', reason: 'typeUnknown' })
    expect(sent).toBeLessThan(40)
  } finally {
    await thread.close()
  }
})
