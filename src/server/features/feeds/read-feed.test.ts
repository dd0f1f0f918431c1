import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { feedColumns } from '#shared/feed.ts'
import { decodeFeed } from './decode.ts'
import { parseFeed } from './parse-feed.ts'
import type { FeedShape, RawLine } from './raw-line.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

const now = new Date('2026-11-21T04:00:00Z')

async function read(content: string | Uint8Array) {
  const text = await decodeFeed(Buffer.from(content as string), 'zh')
  const shape: FeedShape = { ignoredColumns: new Set(), givenColumns: new Set() }
  const batches: AsyncIterable<RawLine[]> = /^\s*[[{]/.test(text) ? readJson(text, shape, 'zh') : readCsv(text, shape, 'zh')
  return parseFeed(batches, shape, { timeZone: 'Asia/Shanghai', now, businessDate: undefined, language: 'zh', onLines: () => undefined })
}
const summary = async (content: string | Uint8Array) => {
  const { lines, refused } = await read(content)
  return { good: lines.map(({ line, serial }) => `${line} ${serial}`), bad: refused.map(({ line, reason }) => `${line} ${reason}`) }
}
const problemOf = (content: string | Uint8Array) =>
  read(content).then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? `${error.code} ${error.details.values?.problem ?? ''}`.trim() : String(error)),
  )

describe('a CSV feed', () => {
  test('is read with headers in any letter case or in Chinese, and names the columns it passes over', async () => {
    const english = await read('Serial,TYPE,Hash_Rate,Notes,active worker state\nA1,t30,29.5,x,Yes\n')
    expect(english.lines).toMatchObject([{ serial: 'A1', type: 'T30', hashRate: 29.5, activeWorkerState: true, line: 2 }])
    expect(english.ignoredColumns).toEqual(['Notes'])
    const chinese = await read('序列号,类型,客户,子账号,站点,矿工,矿工状态,算力,告警,上报时间\nA1,T20,甲,乙,丙,丁,是,19,否,2026-11-21 08:00:00\n')
    expect(chinese.lines).toMatchObject([
      {
        serial: 'A1',
        type: 'T20',
        client: '甲',
        account: '乙',
        site: '丙',
        activeWorker: '丁',
        activeWorkerState: true,
        hashRate: 19,
        alarm: false,
        reportedAt: Date.parse('2026-11-21T00:00:00Z'),
      },
    ])
  })

  test('refuses a line with a broken quote alone, and goes on with the next physical line', async () => {
    const text = [
      'serial,site,hashRate',
      'A1,一号,30',
      'A2,"一号,30',
      'A3,"一"号,30',
      'A4,一"号,30',
      'A5,"一号",30',
      'A6,一号,30',
      '"A7","一号","30"',
      'A8,"一号,30',
    ].join('\n')
    expect(await summary(text)).toEqual({ good: ['2 A1', '6 A5', '7 A6', '8 A7'], bad: ['3 lineBroken', '4 lineBroken', '5 lineBroken', '9 lineBroken'] })
  })

  test('does not let two stray quotes swallow the line between them', async () => {
    expect(await summary('serial,site,hashRate\nA1,"一号,30\nA2,一号",30\nA3,一号,30\n')).toEqual({ good: ['4 A3'], bad: ['2 lineBroken', '3 lineBroken'] })
  })

  test('counts physical lines: blank ones, and those inside a quoted note', async () => {
    expect(await summary('\uFEFF\r\nserial,notes,hashRate\r\n\r\nA1,"two\r\nlines, ""quoted""",30\r\n,,\r\nA2,,abc\r\nA3,,1\r\n')).toEqual({
      good: ['4 A1', '8 A3'],
      bad: ['7 hashRateInvalid'],
    })
  })

  test('refuses lines with another number of cells than the header', async () => {
    expect(await summary('serial,hashRate\nA1\nA2,1,2\nA3,3\n')).toEqual({ good: ['4 A3'], bad: ['2 columnCount', '3 columnCount'] })
  })

  test('that was cut off loses its last line only, with a reason', async () => {
    const whole = Buffer.from('serial,site,hashRate,reportedAt\nA1,华东一号,30,2026-11-21 08:00:00\nA2,华东二号,30,2026-11-21 08:00:00\n')
    for (const at of [whole.length - 5, whole.length - 15, whole.length - 28, whole.length - 31]) {
      const { good, bad } = await summary(whole.subarray(0, at))
      expect(good, `cut at ${at}`).toEqual(['2 A1'])
      expect(bad, `cut at ${at}`).toHaveLength(1)
    }
  })

  test('may be GB18030, UTF-16 or separated by tabs', async () => {
    const gb = Buffer.from([...Buffer.from('serial,site\nA1,'), 0xbb, 0xaa, 0xb6, 0xab, ...Buffer.from('\n')])
    expect((await read(gb)).lines).toMatchObject([{ site: '华东' }])
    expect((await read(Buffer.from('\uFEFFserial\tsite\nA1\t华东\n', 'utf16le'))).lines).toMatchObject([{ site: '华东' }])
  })

  test('with one damaged byte keeps its other lines', async () => {
    const bytes = Buffer.from('serial,site\nA1,华东一号\nA2,华东二号\nA3,华东三号\n')
    bytes[bytes.indexOf('二')] = 0xff
    expect(await summary(bytes)).toEqual({ good: ['2 A1', '4 A3'], bad: ['3 lineBroken'] })
  })

  test('without a serial column, without lines, or that is no text at all is refused whole', async () => {
    expect(await problemOf('')).toBe('FEED_EMPTY')
    expect(await problemOf('serial,type\n\n')).toBe('FEED_EMPTY')
    expect(await problemOf('[]')).toBe('FEED_EMPTY')
    expect(await problemOf('name,type\nA1,T30\n')).toBe('FEED_UNREADABLE 表头中没有序列号列（serial 或 序列号）')
    expect(await problemOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toContain('FEED_UNREADABLE 不是文本文件')
    expect(await problemOf('{"serials": 5}')).toContain('FEED_UNREADABLE')
  })

  test('tells each line that cannot be meant what is wrong with it', async () => {
    const lines: [string, string][] = [
      [',T30,,1,,', 'serialMissing'],
      ['A B,T30,,1,,', 'serialInvalid'],
      [`${'A'.repeat(65)},T30,,1,,`, 'serialInvalid'],
      ['B1,T50,,1,,', 'typeUnknown'],
      ['B2,T30,maybe,1,,', 'stateInvalid'],
      ['B3,T30,,NaN,,', 'hashRateInvalid'],
      ['B4,T30,,-1,,', 'hashRateNegative'],
      ['B5,T30,,1000.5,,', 'hashRateAbsurd'],
      ['B6,T30,,1,perhaps,', 'alarmInvalid'],
      ['B7,T30,,1,,yesterday', 'timeInvalid'],
      ['B8,T30,,1,,2026-02-30 08:00:00', 'timeInvalid'],
      ['B9,T30,,1,,2026-11-21T04:06:00Z', 'timeFuture'],
      ['B10,T30,,1,,x'.padEnd(80, 'x'), 'timeInvalid'],
      [`B11,T30,,1,,,${'x'.repeat(65)}`, 'textTooLong'],
      ['A1,T30,,1,,', 'serialDuplicate'],
    ]
    const text = [
      'serial,type,activeWorkerState,hashRate,alarm,reportedAt,activeWorker',
      'A1,T30,,1,,2026-11-21T04:04:00Z,w',
      ...lines.map(([line, reason]) => (reason === 'textTooLong' ? line : `${line},`)),
    ].join('\n')
    expect(await summary(text)).toEqual({ good: ['2 A1'], bad: lines.map(([, reason], index) => `${index + 3} ${reason}`) })
  })

  test('ends every data line as one line read or one line refused, whatever it holds', async () => {
    const cell = fc.stringMatching(/^[A-Z0-9",; .-]{0,6}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(cell, cell, cell).map((cells) => `A${cells.join(',')}`),
          { minLength: 1, maxLength: 30 },
        ),
        async (rows) => {
          const { read: count, lines, refused } = await read(['serial,type,hashRate', ...rows, 'LAST,T30,1'].join('\n'))
          expect(lines.length + refused.length).toBe(count)
          expect(count).toBe(rows.length + 1)
          expect(lines.at(-1)?.serial).toBe('LAST')
        },
      ),
      { numRuns: 200 },
    )
  })

  test('of 100,000 lines leaves the process answering', async () => {
    const text = [
      'serial,type,activeWorkerState,hashRate,reportedAt',
      ...Array.from({ length: 100_000 }, (_, index) => `T30A${index},T30,yes,29.${index % 100},2026-11-21 08:00:00`),
    ].join('\n')
    const bytes = Buffer.from(text)
    let turns = 0
    let reading = true
    const others = async () => {
      while (reading) {
        await new Promise((resolve) => setImmediate(resolve))
        turns += 1
      }
    }
    const [feed] = await Promise.all([
      read(bytes).finally(() => {
        reading = false
      }),
      others(),
    ])
    expect(feed.lines).toHaveLength(100_000)
    // Somebody else gets a turn after each thousand lines, a few milliseconds of work.
    expect(turns).toBeGreaterThanOrEqual(100)
  })
})

describe('a JSON feed', () => {
  test('on one line names the number of the element, and an NDJSON line that is no object counts once', async () => {
    expect(await summary('[{"serial":"A1"},{"serial":""},7,{"serial":"A2"}]')).toEqual({ good: ['1 A1', '4 A2'], bad: ['2 serialMissing', '3 lineBroken'] })
    expect(await summary('{"serial":"A1"}\n[1]\n{"serial":"A2"}\n')).toEqual({ good: ['1 A1', '3 A2'], bad: ['2 lineBroken'] })
  })

  const good = { serial: 'A1', type: 'T30', hashRate: 29.5, activeWorkerState: true, 上报时间: '2026-11-21T03:00:00Z', note: 'x' }

  test('may be an array, {"devices": […]}, or one object a line', async () => {
    for (const text of [JSON.stringify([good]), JSON.stringify({ devices: [good] }, null, 2), JSON.stringify(good), `${JSON.stringify(good)}\n`]) {
      const { lines, ignoredColumns } = await read(text)
      expect(lines).toMatchObject([{ serial: 'A1', hashRate: 29.5, activeWorkerState: true, reportedAt: Date.parse('2026-11-21T03:00:00Z') }])
      expect(ignoredColumns).toEqual(['note'])
    }
  })

  test('refuses a damaged object alone, by the line on which it begins', async () => {
    const text = [
      '[',
      '{"serial": "A1"},',
      '{"serial": "A2",',
      '{"serial": "A3"},',
      '{"serial": A4},',
      '{"serial": "A5"}, 7,',
      '{"serial": {"no": 1}},',
      '{"serial": "A6"}',
      ']',
    ].join('\n')
    expect(await summary(text)).toEqual({ good: ['2 A1', '4 A3', '6 A5', '8 A6'], bad: ['3 lineBroken', '5 lineBroken', '6 lineBroken', '7 serialInvalid'] })
    const lines = ['{"serial": "A1"}', '{"serial": "A2', '{"serial": "A3"}', '{"serial": "A4", "hash'].join('\n')
    expect(await summary(lines)).toEqual({ good: ['1 A1', '3 A3'], bad: ['2 lineBroken', '4 lineBroken'] })
  })

  test('that ends behind a whole object was cut off all the same, and says so once', async () => {
    expect(await summary('[{"serial": "A1"},')).toEqual({ good: ['1 A1'], bad: ['2 lineBroken'] })
    expect(await summary('{"devices": [\n{"serial": "A1"}\n')).toEqual({ good: ['2 A1'], bad: ['3 lineBroken'] })
    expect(await summary('[{"serial": "A1"}, {"serial": "A')).toEqual({ good: ['1 A1'], bad: ['2 lineBroken'] })
    expect(await summary('[{"serial": "A1"}]')).toEqual({ good: ['1 A1'], bad: [] })
  })

  test('takes numbers and truth values for what they are', async () => {
    expect((await read('[{"serial": 12345, "hashRate": "30", "alarm": 1, "reportedAt": 1795230000}]')).lines).toMatchObject([
      { serial: '12345', hashRate: 30, alarm: true, reportedAt: 1_795_230_000_000 },
    ])
    expect((await summary('[{"serial": 12345678901234567890}]')).bad).toEqual(['1 serialInvalid'])
  })
})

test('the ten documented columns are the ones that a feed has', () => {
  expect(feedColumns).toHaveLength(10)
})
