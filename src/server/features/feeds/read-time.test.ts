import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { expectLinear } from '#tests/support/doubling.ts'
import { readFeed } from '#tests/support/read-feed.ts'
import { firstError } from './json-error.ts'

/** Repeat a piece up to the given length. */
const pumped =
  (piece: string, { before = '', behind = '' } = {}) =>
  (length: number) =>
    `${before}${piece.repeat(Math.max(1, Math.floor(length / piece.length)))}${behind}`

const inCsv = { before: 'serial,site\nA1,' }
const inList = { before: '[', behind: ']' }
const onSecondLine = { before: '[\n', behind: ']' }

/** Feeds that made a reader scan the same characters repeatedly, or could do so. */
const feeds: Record<string, (length: number) => string> = {
  'a header of many cells': pumped(',x', { before: 'serial', behind: '\nA1\n' }),
  'a header of quoted cells': pumped(',"x"', { before: 'serial', behind: '\nA1\n' }),
  'a header of one long name': pumped('ﬃ', { before: 'serial,', behind: '\nA1,x\n' }),
  'byte order marks before the header': pumped('\uFEFF', { behind: 'serial\nA1\n' }),
  'blank lines before the header': pumped('\n', { behind: 'serial\nA1\n' }),
  'blank lines': pumped('\n', { before: 'serial\nA1\n' }),
  'blank lines of old Macintoshes': pumped('\r', { before: 'serial\rA1\r' }),
  'stray quotes with no separator behind them': pumped('a"\n', { before: 'serial\n' }),
  'quotes that open on each line': pumped('a,"b\n', { before: 'serial,site\n' }),
  'one quote that opens before many pairs': pumped('a,""\n', { before: 'serial,site\na,"b\n' }),
  'one endless cell': pumped('x', inCsv),
  'one endless line of cells': pumped(',', inCsv),
  'one endless line of cells before a quote': pumped(',', { ...inCsv, behind: '"' }),
  'one endless line of quoted cells': pumped('"a",', inCsv),
  'quotes in quotes': pumped('""', { before: 'serial\n"', behind: '"\n' }),
  'broken objects on one line': pumped('{"serial":x},', inList),
  'broken objects on the second line': pumped('{"serial":x},', onSecondLine),
  'good objects on the second line': pumped('{"serial":"A1"},', onSecondLine),
  'broken lines of NDJSON': pumped('{"serial":x}\n'),
  'lines that each open an object': pumped('{\n'),
  'lines that each open an object and a text': pumped('{"\n'),
  'objects in objects, each on its line': pumped('{"a":\n'),
  'broken objects in objects that all end': pumped(`${'{"a":\n'.repeat(1_500)}x${'}'.repeat(1_500)}\n`),
  'lists of objects in objects, broken far within': pumped(`${'{},{"a":[\n'.repeat(900)}x${']}'.repeat(900)}\n`, {
    before: '[{"a":[\n',
  }),
  'texts that hide braces between objects': pumped('{\n{}"x,{\n'),
  'lists that nothing closes': pumped('[,', { before: '[' }),
  'texts that nothing closes': pumped('"\\",', { before: '[' }),
  'escapes in one endless text': pumped('\\\\', { before: '[{"serial":"' }),
  'braces that nothing closes': pumped('{', { before: '[' }),
  'lists in lists': (length) => `[{"a":${'['.repeat(length / 2)}${']'.repeat(length / 2)}}]`,
  'one object of many keys': pumped('"a":1,', { before: '[{', behind: '"serial":"A1"}]' }),
  'objects a little too long': pumped(`{"a":\n"${'x'.repeat(20_100)}"},`, inList),
  'titles above no headings': pumped('a,b;c\td\n'),
  'a line of cells above the headings': pumped('x,', { behind: '\nserial\nA1\n' }),
  'separators behind the last column': pumped(',', { before: 'serial,site\nA1,x', behind: '\nA2,y\n' }),
  commas: pumped(',', inList),
  'byte order marks in a list': pumped('\uFEFF', inList),
}

const read = (text: string) =>
  readFeed(text).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })

describe('Read a feed in a time that grows only with its length', () => {
  test.each(Object.entries(feeds))('%s', async (name, make) => {
    await expectLinear(name, make, read)
  })

  test.each(['blank lines', 'one endless cell', 'escapes in one endless text', 'commas'])(
    'Let other requests run while reading %s',
    async (name) => {
      let turns = 0
      let reading = true
      const count = () => {
        turns += 1
        if (reading) setImmediate(count)
      }
      setImmediate(count)
      await read(feeds[name]?.(2_500_000) ?? '')
      reading = false
      expect(turns).toBeGreaterThanOrEqual(5)
    },
  )
})

test('Refuse a header with more columns than a sheet can have, with that reason', async () => {
  const refused = readFeed(`serial${',x'.repeat(20_000)}\nA1\n`)
  await expect(refused).rejects.toMatchObject({
    code: 'FEED_UNREADABLE',
    details: { problem: 'feed.problem.tooManyColumns', values: { limit: 16_384 } },
  })
  expect((await readFeed(`serial${',x'.repeat(16_383)}\nA1${','.repeat(16_383)}\n`)).lines).toHaveLength(1)
})

test('Refuse a line with far too many cells by its serial', async () => {
  const { refused } = await readFeed(
    `site,serial\nx,A1${',y'.repeat(50_000)}\nx,"A2"${',y'.repeat(50_000)}\n${','.repeat(50_000)}\nx,A3\n`,
  )
  expect(refused).toMatchObject([
    { line: 2, serial: 'A1', reason: 'columnCount' },
    { line: 3, serial: 'A2', reason: 'columnCount' },
  ])
})

test('Refuse each broken nested object, and read the complete ones', async () => {
  const text = '[{"a":[\n{"serial":"A1"},\n{"b":[\n{"serial":"A2"},\n{"c":\n{"serial":x}}]}]},\n{"serial":"A3"}]'
  const { lines, refused } = await readFeed(text)
  expect(lines.map(({ line, serial }) => [line, serial])).toEqual([
    [2, 'A1'],
    [4, 'A2'],
    [7, 'A3'],
  ])
  expect(refused.map(({ line }) => line)).toEqual([1, 3, 5, 6, 6, 6, 6])
})

describe('The first error of a JSON text', () => {
  const signs = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '\n',
      'x',
      '1',
      '-0',
      '1e5',
      '01',
      '.5',
      'true',
      'null',
      '\\u00e9',
      '\\u0',
      ' ',
    ),
    {
      maxLength: 12,
    },
  )
  const isJson = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }

  test('Find no error in a text that JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent)
        expect(firstError(spaced, 0, spaced.length)).toBe(spaced.length)
      }),
    )
  })

  test('Find an error only in invalid text', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), signs, (text, place, inserted) => {
        const at = place % (text.length + 1)
        const changed = `${text.slice(0, at)}${inserted.join('')}${text.slice(at)}`
        const error = firstError(changed, 0, changed.length)
        if (error < changed.length) expect(isJson(changed)).toBe(false)
        if (isJson(changed)) expect(error).toBe(changed.length)
      }),
      { numRuns: 2_000 },
    )
  })
})
