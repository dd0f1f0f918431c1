import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectLinear } from '#tests/support/doubling.ts'
import { type Level, largeJson } from './large-json.ts'

const fields = { file: { name: 'content', mostBytes: 1_000_000 }, rows: { name: 'devices', most: 100_000 } }
const size = { bytes: 10_000_000, values: 100_000, fields: 1_000 }

/** Read a text in pieces of so many bytes. */
function read(text: string, pieceBytes: number, level: Level = 1): unknown {
  const bytes = Buffer.from(text)
  const reader = largeJson(fields, size, level)
  for (let from = 0; from < bytes.length; from += pieceBytes) reader.write(bytes.subarray(from, from + pieceBytes))
  return reader.end()
}

const blank = fc.constantFrom('', ' ', '\n\t')
const row = fc.dictionary(
  fc.constantFrom('serial', 'a', '{[,"'),
  fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant([1, { b: '}]' }])),
  {
    maxKeys: 3,
  },
)
const others = fc.dictionary(
  fc.constantFrom('dryRun', 'fileName', 'x'),
  fc.oneof(fc.string(), fc.boolean(), fc.constant({ content: 'no', devices: [1] })),
  {
    maxKeys: 3,
  },
)

test('Return a body unchanged, however it arrives: its file as bytes, its rows as rows', () => {
  fc.assert(
    fc.property(
      fc.record({
        others,
        rows: fc.option(fc.array(row, { maxLength: 5 })),
        file: fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 })),
        blank,
        inBatch: fc.boolean(),
        pieceBytes: fc.integer({ min: 1, max: 60 }),
      }),
      ({ others, rows, file, blank, inBatch, pieceBytes }) => {
        const written = {
          ...others,
          ...(rows ? { devices: rows } : {}),
          ...(file ? { content: Buffer.from(file).toString('base64') } : {}),
        }
        fc.pre(!/__proto__|constructor|prototype|\\u0000|\\ud[89ab]/i.test(JSON.stringify(written)))
        // Some programs escape signs of base64, as JSON allows.
        const text = JSON.stringify(written, null, blank).replaceAll('/', '\\/').replaceAll('+', '\\u002b')
        const answer = read(inBatch ? `{"0":${text}}` : text, pieceBytes, inBatch ? 2 : 1)
        const wanted = { ...written, ...(file ? { content: Buffer.from(file) } : {}) }
        expect(answer).toEqual(inBatch ? { 0: wanted } : wanted)
      },
    ),
  )
})

test('Decode base64 like Buffer: with line breaks, URL-safe, and without padding', () => {
  for (const text of ['aGVsbG8gd29ybGQ=', 'aGVsbG8gd29ybGQ', 'aGVs\\r\\nbG8gd29y\\nbGQ=', 'aGVsbG8-_w==']) {
    const bytes = Buffer.from(text.replaceAll(/\\[rn]/g, ''), 'base64')
    for (const pieceBytes of [1, 2, 3, 5, 1_000])
      expect(read(`{"content":"${text}"}`, pieceBytes)).toEqual({ content: bytes })
  }
  expect(read('{"content":""}', 3)).toEqual({ content: '' })
})

test.each([
  ['is cut off in its file', '{"content":"aGVs', 'NOT_JSON'],
  ['is cut off in its rows', '{"devices":[{"a":1}', 'NOT_JSON'],
  ['is cut off behind them', '{"devices":[]', 'NOT_JSON'],
  ['has a comma too many', '{"devices":[{},]}', 'NOT_JSON'],
  ['has nothing but commas', '{"devices":[,,]}', 'NOT_JSON'],
  ['has a row that is no JSON', '{"devices":[{"a":x}]}', 'NOT_JSON'],
  ['has more behind its end', '{"devices":[]}{}', 'NOT_JSON'],
  ['has a field twice', '{"devices":[],"devices":[]}', 'VALIDATION'],
  ['has a field twice in a row', '{"devices":[{"a":1,"a":2}]}', 'VALIDATION'],
  ['has a quote in its file', '{"content":"aG\\"Vs"}', 'VALIDATION'],
  ['has an escape that is none', '{"content":"aG\\xVs"}', 'NOT_JSON'],
  ['nests without end', `{"devices":[${'['.repeat(50)}${']'.repeat(50)}]}`, 'VALIDATION'],
  ['has a row that is no row of a fleet', `{"devices":["${'x'.repeat(1_100_000)}"]}`, 'TOO_LARGE'],
  ['has much beside its file', `{"x":"${'x'.repeat(1_100_000)}"}`, 'TOO_LARGE'],
  ['has too large a file', `{"content":"${'A'.repeat(1_400_000)}"}`, 'TOO_LARGE'],
  ['has too many rows', `{"devices":[${'1,'.repeat(100_000)}1]}`, 'VALIDATION'],
])('Refuse a body that %s', (_what, text, code) => {
  for (const pieceBytes of [7, 65_536]) expect(() => read(text, pieceBytes)).toThrow(code)
})

test('Distinguish lines of JSON from one object', () => {
  const more = (text: string) => {
    const reader = largeJson(fields, size, 1)
    reader.write(Buffer.from(text))
    return reader.hasMore()
  }
  expect(more('{"serial":"a"}\n{"serial":"b"}')).toBe(true)
  expect(more('{"devices":[{}]}\n ')).toBe(false)
})

describe('linear time', () => {
  const repeated = (begin: string, unit: string, end: string) => (length: number) =>
    `${begin}${unit.repeat(length / unit.length)}${end}`
  test.each([
    ['rows', repeated('{"devices":[', '{"serial":"S1","hashRate":20},', '{}]}')],
    ['single values', repeated('{"devices":[', '1,', '1]}')],
    ['a file', repeated('{"content":"', 'aGVsbG8g', '"}')],
    ['a file of escapes', repeated('{"content":"', '\\/\\u002b', '"}')],
    ['a file of breaks', repeated('{"content":"', '\\r\\n', '"}')],
  ])('Read %s', async (name, make) => {
    await expectLinear(name, make, (text) => {
      const reader = largeJson({ ...fields, rows: { name: 'devices', most: 1_000_000 } }, size, 1)
      const bytes = Buffer.from(text)
      for (let from = 0; from < bytes.length; from += 16_384) reader.write(bytes.subarray(from, from + 16_384))
      reader.end()
    })
  })
})
