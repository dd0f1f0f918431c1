import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { readFeed, summarizeFeed } from '#tests/support/read-feed.ts'
import { refusedAs } from '#tests/support/refusal.ts'

const problemOf = (content: string | Uint8Array) =>
  readFeed(content).then(
    () => 'read',
    (error: unknown) => refusedAs(error),
  )

describe('A CSV feed', () => {
  test('Read headers in any letter case or in Chinese, and name the ignored columns', async () => {
    const english = await readFeed('Serial,TYPE,Hash_Rate,Notes,active worker state\nA1,t30,29.5,x,Yes\n')
    expect(english.lines).toMatchObject([
      { serial: 'A1', type: 'T30', hashRate: 29.5, activeWorkerState: true, line: 2 },
    ])
    expect(english.ignoredColumns).toEqual(['Notes'])
    const chinese = await readFeed(
      '序列号,类型,客户,子账号,站点,矿工,矿工状态,算力,告警,上报时间\nA1,T20,甲,乙,丙,丁,是,19,否,2026-11-21 08:00:00\n',
    )
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

  test('Refuse only the line with a broken quote, and continue with the next physical line', async () => {
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
    expect(await summarizeFeed(text)).toEqual({
      good: ['2 A1', '6 A5', '7 A6', '8 A7'],
      bad: ['3 lineBroken', '4 lineBroken', '5 lineBroken', '9 lineBroken'],
    })
  })

  test('Do not lose the line between two stray quotes', async () => {
    expect(await summarizeFeed('serial,site,hashRate\nA1,"一号,30\nA2,一号",30\nA3,一号,30\n')).toEqual({
      good: ['4 A3'],
      bad: ['2 lineBroken', '3 lineBroken'],
    })
  })

  test('Count physical lines, including blank ones and those inside a quoted note', async () => {
    expect(
      await summarizeFeed(
        '\uFEFF\r\nserial,notes,hashRate\r\n\r\nA1,"two\r\nlines, ""quoted""",30\r\n,,\r\nA2,,abc\r\nA3,,1\r\n',
      ),
    ).toEqual({
      good: ['4 A1', '8 A3'],
      bad: ['7 hashRateInvalid'],
    })
  })

  test('Refuse lines with another number of cells than the header', async () => {
    expect(await summarizeFeed('serial,hashRate\nA1\nA2,1,2\nA3,3\n')).toEqual({
      good: ['4 A3'],
      bad: ['2 columnCount', '3 columnCount'],
    })
  })

  test('Refuse only the last line of a truncated file', async () => {
    const whole = Buffer.from(
      'serial,site,hashRate,reportedAt\nA1,华东一号,30,2026-11-21 08:00:00\nA2,华东二号,30,2026-11-21 08:00:00\n',
    )
    for (const at of [whole.length - 5, whole.length - 15, whole.length - 28, whole.length - 31]) {
      const { good, bad } = await summarizeFeed(whole.subarray(0, at))
      expect(good, `cut at ${at}`).toEqual(['2 A1'])
      expect(bad, `cut at ${at}`).toHaveLength(1)
    }
  })

  test('Refuse a last line whose last value is truncated', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `A${index},yes,${(25 + (index % 50) / 10).toFixed(1)}`)
    const whole = `serial,activeWorkerState,hashRate\n${rows.join('\n')}`
    expect((await summarizeFeed(whole)).bad).toEqual([])
    for (const lost of [1, 2, 3, 4]) {
      const { refused } = await readFeed(whole.slice(0, -lost))
      expect(refused, `${lost} characters lost`).toMatchObject([{ line: 121, serial: 'A119', reason: 'lineBroken' }])
    }
    expect((await summarizeFeed(`${whole.slice(0, -2)}\n`)).bad, 'a line that has its end says what it says').toEqual(
      [],
    )
  })

  test('Name the serial of a line that is damaged after it', async () => {
    const { refused } = await readFeed('serial,site,hashRate\nA1,"一号,30\nA2,一号,30,x\nA3,一号\nA4\n"A5,一号,30\n')
    expect(refused.map(({ serial, reason }) => [serial, reason])).toEqual([
      ['A1', 'lineBroken'],
      ['A2', 'columnCount'],
      ['A3', 'columnCount'],
      [null, 'columnCount'],
      [null, 'lineBroken'],
    ])
  })

  test('Read GB18030, UTF-16 and tab-separated files', async () => {
    const gb = Buffer.from([...Buffer.from('serial,site\nA1,'), 0xbb, 0xaa, 0xb6, 0xab, ...Buffer.from('\n')])
    expect((await readFeed(gb)).lines).toMatchObject([{ site: '华东' }])
    const wide = Buffer.from('\uFEFFserial\tsite\nA1\t华东\n', 'utf16le')
    expect((await readFeed(wide)).lines).toMatchObject([{ site: '华东' }])
    expect((await readFeed(Buffer.from(wide).swap16())).lines).toMatchObject([{ site: '华东' }])
  })

  test('Refuse only the line with a damaged byte', async () => {
    const bytes = Buffer.from('serial,site\nA1,华东一号\nA2,华东二号\nA3,华东三号\n')
    bytes[bytes.indexOf('二')] = 0xff
    expect(await summarizeFeed(bytes)).toEqual({ good: ['2 A1', '4 A3'], bad: ['3 lineBroken'] })
  })

  test('Refuse only the damaged line in GB18030, and the last one if truncated within a character', async () => {
    const whole = iconv.encode('序列号,站点,矿工\nA1,华东一号,甲\nA2,华东二号,乙\nA3,华东三号,丙\n', 'gb18030')
    const damaged = Buffer.from(whole)
    damaged[damaged.indexOf(iconv.encode('二', 'gb18030'))] = 0xff
    expect(await summarizeFeed(damaged)).toEqual({ good: ['2 A1', '4 A3'], bad: ['3 lineBroken'] })
    const cut = whole.subarray(0, whole.indexOf(iconv.encode('丙', 'gb18030')) + 1)
    expect(await summarizeFeed(cut)).toEqual({ good: ['2 A1', '3 A2'], bad: ['4 lineBroken'] })
    // An invalid byte in a feed of English letters is damaged in both encodings.
    const english = Buffer.from('serial,site\nA1,East\nA2,W\xffst\n', 'latin1')
    expect(await summarizeFeed(english)).toEqual({ good: ['2 A1'], bad: ['3 lineBroken'] })
  })

  test('Refuse a feed without a serial column, without lines or that is no text', async () => {
    expect(await problemOf('')).toBe('FEED_EMPTY')
    expect(await problemOf('serial,type\n\n')).toBe('FEED_EMPTY')
    expect(await problemOf('[]')).toBe('FEED_EMPTY')
    expect(await problemOf('name,type\nA1,T30\n')).toBe('FEED_UNREADABLE 表头中没有序列号列（serial 或 序列号）')
    expect(await problemOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toContain(
      'FEED_UNREADABLE 文件已损坏，或不是 Excel 工作簿',
    )
    expect(await problemOf('{"serials": 5}')).toContain('FEED_UNREADABLE')
  })

  test('Give each invalid line its reason', async () => {
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
    expect(await summarizeFeed(text)).toEqual({
      good: ['2 A1'],
      bad: lines.map(([, reason], index) => `${index + 3} ${reason}`),
    })
  })

  test('End every data line as either read or refused, whatever it contains', async () => {
    const cell = fc.stringMatching(/^[A-Z0-9",; .-]{0,6}$/)
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(cell, cell, cell).map((cells) => `A${cells.join(',')}`),
          { minLength: 1, maxLength: 30 },
        ),
        async (rows) => {
          const {
            read: count,
            lines,
            refused,
          } = await readFeed(['serial,type,hashRate', ...rows, 'LAST,T30,1'].join('\n'))
          expect(lines.length + refused.length).toBe(count)
          expect(count).toBe(rows.length + 1)
          expect(lines.at(-1)?.serial).toBe('LAST')
        },
      ),
      { numRuns: 200 },
    )
  })

  test('Keep answering other requests while 100,000 lines are read', async () => {
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
      readFeed(bytes).finally(() => {
        reading = false
      }),
      others(),
    ])
    expect(feed.lines).toHaveLength(100_000)
    // Other work runs after each thousand lines, every few milliseconds.
    expect(turns).toBeGreaterThanOrEqual(100)
  })
})
