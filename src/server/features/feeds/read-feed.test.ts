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

describe('a CSV feed', () => {
  test('is read with headers in any letter case or in Chinese, and names the columns it passes over', async () => {
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
    expect(await summarizeFeed(text)).toEqual({
      good: ['2 A1', '6 A5', '7 A6', '8 A7'],
      bad: ['3 lineBroken', '4 lineBroken', '5 lineBroken', '9 lineBroken'],
    })
  })

  test('does not let two stray quotes swallow the line between them', async () => {
    expect(await summarizeFeed('serial,site,hashRate\nA1,"一号,30\nA2,一号",30\nA3,一号,30\n')).toEqual({
      good: ['4 A3'],
      bad: ['2 lineBroken', '3 lineBroken'],
    })
  })

  test('counts physical lines: blank ones, and those inside a quoted note', async () => {
    expect(
      await summarizeFeed(
        '\uFEFF\r\nserial,notes,hashRate\r\n\r\nA1,"two\r\nlines, ""quoted""",30\r\n,,\r\nA2,,abc\r\nA3,,1\r\n',
      ),
    ).toEqual({
      good: ['4 A1', '8 A3'],
      bad: ['7 hashRateInvalid'],
    })
  })

  test('refuses lines with another number of cells than the header', async () => {
    expect(await summarizeFeed('serial,hashRate\nA1\nA2,1,2\nA3,3\n')).toEqual({
      good: ['4 A3'],
      bad: ['2 columnCount', '3 columnCount'],
    })
  })

  test('that was cut off loses its last line only, with a reason', async () => {
    const whole = Buffer.from(
      'serial,site,hashRate,reportedAt\nA1,华东一号,30,2026-11-21 08:00:00\nA2,华东二号,30,2026-11-21 08:00:00\n',
    )
    for (const at of [whole.length - 5, whole.length - 15, whole.length - 28, whole.length - 31]) {
      const { good, bad } = await summarizeFeed(whole.subarray(0, at))
      expect(good, `cut at ${at}`).toEqual(['2 A1'])
      expect(bad, `cut at ${at}`).toHaveLength(1)
    }
  })

  test('that was cut off within its last value does not pass for what a machine said', async () => {
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

  test('still tells whose line it was where a line is damaged behind its serial', async () => {
    const { refused } = await readFeed('serial,site,hashRate\nA1,"一号,30\nA2,一号,30,x\nA3,一号\nA4\n"A5,一号,30\n')
    expect(refused.map(({ serial, reason }) => [serial, reason])).toEqual([
      ['A1', 'lineBroken'],
      ['A2', 'columnCount'],
      ['A3', 'columnCount'],
      [null, 'columnCount'],
      [null, 'lineBroken'],
    ])
  })

  test('may be GB18030, UTF-16 or separated by tabs', async () => {
    const gb = Buffer.from([...Buffer.from('serial,site\nA1,'), 0xbb, 0xaa, 0xb6, 0xab, ...Buffer.from('\n')])
    expect((await readFeed(gb)).lines).toMatchObject([{ site: '华东' }])
    const wide = Buffer.from('\uFEFFserial\tsite\nA1\t华东\n', 'utf16le')
    expect((await readFeed(wide)).lines).toMatchObject([{ site: '华东' }])
    expect((await readFeed(Buffer.from(wide).swap16())).lines).toMatchObject([{ site: '华东' }])
  })

  test('with one damaged byte keeps its other lines', async () => {
    const bytes = Buffer.from('serial,site\nA1,华东一号\nA2,华东二号\nA3,华东三号\n')
    bytes[bytes.indexOf('二')] = 0xff
    expect(await summarizeFeed(bytes)).toEqual({ good: ['2 A1', '4 A3'], bad: ['3 lineBroken'] })
  })

  test('in GB18030 loses the damaged line only, and the last one where it was cut within a character', async () => {
    const whole = iconv.encode('序列号,站点,矿工\nA1,华东一号,甲\nA2,华东二号,乙\nA3,华东三号,丙\n', 'gb18030')
    const damaged = Buffer.from(whole)
    damaged[damaged.indexOf(iconv.encode('二', 'gb18030'))] = 0xff
    expect(await summarizeFeed(damaged)).toEqual({ good: ['2 A1', '4 A3'], bad: ['3 lineBroken'] })
    const cut = whole.subarray(0, whole.indexOf(iconv.encode('丙', 'gb18030')) + 1)
    expect(await summarizeFeed(cut)).toEqual({ good: ['2 A1', '3 A2'], bad: ['4 lineBroken'] })
    // A byte of no encoding in a feed of English letters is damaged in either.
    const english = Buffer.from('serial,site\nA1,East\nA2,W\xffst\n', 'latin1')
    expect(await summarizeFeed(english)).toEqual({ good: ['2 A1'], bad: ['3 lineBroken'] })
  })

  test('without a serial column, without lines, or that is no text at all is refused whole', async () => {
    expect(await problemOf('')).toBe('FEED_EMPTY')
    expect(await problemOf('serial,type\n\n')).toBe('FEED_EMPTY')
    expect(await problemOf('[]')).toBe('FEED_EMPTY')
    expect(await problemOf('name,type\nA1,T30\n')).toBe('FEED_UNREADABLE 表头中没有序列号列（serial 或 序列号）')
    expect(await problemOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toContain(
      'FEED_UNREADABLE 文件已损坏，或不是 Excel 工作簿',
    )
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
    expect(await summarizeFeed(text)).toEqual({
      good: ['2 A1'],
      bad: lines.map(([, reason], index) => `${index + 3} ${reason}`),
    })
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
      readFeed(bytes).finally(() => {
        reading = false
      }),
      others(),
    ])
    expect(feed.lines).toHaveLength(100_000)
    // Somebody else gets a turn after each thousand lines, a few milliseconds of work.
    expect(turns).toBeGreaterThanOrEqual(100)
  })
})
