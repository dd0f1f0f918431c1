import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFeed, summarizeFeed } from '#tests/support/read-feed.ts'

describe('A JSON feed', () => {
  test('Number the elements of a list on one line; count a non-object NDJSON line as one line', async () => {
    expect(await summarizeFeed('[{"serial":"A1"},{"serial":""},7,{"serial":"A2"}]')).toEqual({
      good: ['1 A1', '4 A2'],
      bad: ['2 serialMissing', '3 lineBroken'],
    })
    expect(await summarizeFeed('{"serial":"A1"}\n[1]\n{"serial":"A2"}\n')).toEqual({
      good: ['1 A1', '3 A2'],
      bad: ['2 lineBroken'],
    })
  })

  const good = {
    serial: 'A1',
    type: 'T30',
    hashRate: 29.5,
    activeWorkerState: true,
    上报时间: '2026-11-21T03:00:00Z',
    colour: 'x',
  }

  test('Refuse elements that are no devices by their number, and read all others', async () => {
    const device = (serial: string) => JSON.stringify({ serial })
    const list = (...elements: string[]) => summarizeFeed(`[${elements.join(',')}]`)
    expect(await list(device('J1'), '[1]', device('J2'), device('J3'))).toEqual({
      good: ['1 J1', '3 J2', '4 J3'],
      bad: ['2 lineBroken'],
    })
    expect(await list('[1]', device('J1'), device('J2'))).toEqual({ good: ['2 J1', '3 J2'], bad: ['1 lineBroken'] })
    expect(await list('[[]]')).toEqual({ good: [], bad: ['1 lineBroken'] })
    expect(await list('{}', '[]', '{}')).toEqual({
      good: [],
      bad: ['1 serialMissing', '2 lineBroken', '3 serialMissing'],
    })
    expect(await list('"], {"', '[{"serial":"IN"},"]"]', '"a\\",b"', device('J1'))).toEqual({
      good: ['4 J1'],
      bad: ['1 lineBroken', '2 lineBroken', '3 lineBroken'],
    })
    expect(await list(JSON.stringify({ serial: 'J1', colour: 'x'.repeat(30_000) }), device('J2'))).toEqual({
      good: ['1 J1', '2 J2'],
      bad: [],
    })
    expect(await summarizeFeed('{"devices":[[1],{"serial":"J1"}]}')).toEqual({ good: ['2 J1'], bad: ['1 lineBroken'] })
    expect(await summarizeFeed('[1]\n{"serial":"J1"}\n')).toEqual({ good: ['2 J1'], bad: ['1 lineBroken'] })
    expect((await summarizeFeed('[{"serial":"J1"}],{"serial":"J2"}]')).bad).toEqual(['2 lineBroken'])
    expect((await readFeed(`[${'[,'.repeat(100_000)}`)).refusedCount).toBeGreaterThan(100_000)
  })

  const element = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      [[[]]],
      {},
      [],
      '],[',
      '{',
      '"',
      '\\',
      '\n',
      { serial: 'A]' },
      [{ serial: 'B' }],
      null,
      -0.5,
    ),
    fc.record({ serial: fc.stringMatching(/^[A-Z0-9]{1,6}$/), hashRate: fc.nat(40) }),
  )

  test('End every element of a list as either read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(element, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(0, 2),
        async (elements, indent) => {
          const list = [...elements, { serial: 'LAST' }]
          for (const whole of [list, { devices: list }]) {
            const { read: count, lines, refused } = await readFeed(JSON.stringify(whole, null, indent))
            expect(lines.length + refused.length).toBe(count)
            expect(count).toBe(elements.length + 1)
            expect(lines.at(-1)?.serial).toBe('LAST')
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('End every line of NDJSON as either read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(element, { maxLength: 20 }),
        fc.constantFrom<unknown>({ serial: 'FIRST' }, [1], {}, { devices: [] }),
        async (elements, first) => {
          const rows = [first, ...elements, { serial: 'LAST' }]
          const { read: count, lines, refused } = await readFeed(rows.map((row) => JSON.stringify(row)).join('\n'))
          expect(lines.length + refused.length).toBe(count)
          expect(count).toBe(rows.length)
          expect(lines.at(-1)?.serial).toBe('LAST')
        },
      ),
      { numRuns: 300 },
    )
  })

  test('Read an array, {"devices": […]}, or one object per line', async () => {
    for (const text of [
      JSON.stringify([good]),
      JSON.stringify({ devices: [good] }, null, 2),
      JSON.stringify(good),
      `${JSON.stringify(good)}\n`,
    ]) {
      const { lines, ignoredColumns } = await readFeed(text)
      expect(lines).toMatchObject([
        { serial: 'A1', hashRate: 29.5, activeWorkerState: true, reportedAt: Date.parse('2026-11-21T03:00:00Z') },
      ])
      expect(ignoredColumns).toEqual(['colour'])
    }
  })

  test('Refuse only a damaged object, by the line on which it begins', async () => {
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
    expect(await summarizeFeed(text)).toEqual({
      good: ['2 A1', '4 A3', '6 A5', '8 A6'],
      bad: ['3 lineBroken', '5 lineBroken', '6 lineBroken', '7 serialInvalid'],
    })
    const lines = ['{"serial": "A1"}', '{"serial": "A2', '{"serial": "A3"}', '{"serial": "A4", "hash'].join('\n')
    expect(await summarizeFeed(lines)).toEqual({ good: ['1 A1', '3 A3'], bad: ['2 lineBroken', '4 lineBroken'] })
  })

  test('Report a truncated list once, even when it ends after a complete object', async () => {
    expect(await summarizeFeed('[{"serial": "A1"},')).toEqual({ good: ['1 A1'], bad: ['2 lineBroken'] })
    expect(await summarizeFeed('{"devices": [\n{"serial": "A1"}\n')).toEqual({ good: ['2 A1'], bad: ['3 lineBroken'] })
    expect(await summarizeFeed('[{"serial": "A1"}, {"serial": "A')).toEqual({ good: ['1 A1'], bad: ['2 lineBroken'] })
    expect(await summarizeFeed('[{"serial": "A1"}]')).toEqual({ good: ['1 A1'], bad: [] })
  })

  test('Accept JSON numbers and booleans', async () => {
    expect(
      (await readFeed('[{"serial": 12345, "hashRate": "30", "alarm": 1, "reportedAt": 1795230000}]')).lines,
    ).toMatchObject([{ serial: '12345', hashRate: 30, alarm: true, reportedAt: 1_795_230_000_000 }])
    expect((await summarizeFeed('[{"serial": 12345678901234567890}]')).bad).toEqual(['1 serialInvalid'])
  })
})
