import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectLinear } from '#tests/support/doubling.ts'
import { parseBody, parseText } from './json-text.ts'

const size = { values: 1_000_000, fields: 1_000_000 }

test('Parse plain JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      fc.pre(!/__proto__|constructor|prototype|\\u0000|\\ud[89ab]/i.test(text))
      expect(parseText(text, size)).toEqual(JSON.parse(text))
    }),
  )
})

test('Count values and fields, but not text that looks like them', () => {
  const text = '{"a":"{,:[","b":[1,2,{"c":"\\"},:"}],"d":{}}'
  expect(parseText(text, { values: 9, fields: 3 })).toEqual(JSON.parse(text))
  expect(() => parseText(text, { values: 5, fields: 3 })).toThrow('VALIDATION')
  expect(() => parseText(text, { values: 9, fields: 2 })).toThrow('VALIDATION')
})

test('Find a duplicate key at any depth, in any spelling', () => {
  for (const text of ['{"a":1,"a":2}', '[{"x":{"a":1,"\\u0061":2}}]', '{"a":{"b":1},"c":{"b":1,"b":{}}}'])
    expect(() => parseText(text, size)).toThrow('VALIDATION')
})

test('Treat an empty or blank text as no body', () => {
  expect(parseBody(Buffer.from(' \n'), size)).toBeUndefined()
  expect(parseBody(Buffer.alloc(0), size)).toBeUndefined()
})

describe('linear time', () => {
  const filled = (begin: string, unit: (index: number) => string, end: string) => (length: number) => {
    const units: string[] = []
    for (let sum = 0; sum < length; sum += units.at(-1)?.length ?? 1) units.push(unit(units.length))
    return `${begin}${units.join(',')}${end}`
  }
  test.each([
    ['many keys', filled('{', (index) => `"k${index}":1`, '}')],
    ['one key again and again', filled('{', () => '"a":1', '}')],
    ['the same key at the end', filled('{', (index) => `"k${index}":1`, ',"k0":1}')],
    ['many elements', filled('[', () => '1', ']')],
    ['many objects', filled('[', () => '{"a":{}}', ']')],
    ['a text of quotes', (length: number) => `"${'\\"'.repeat(length / 2)}"`],
    ['a text of backslashes', (length: number) => `"${'\\\\'.repeat(length / 2)}"`],
    ['a text that never ends', (length: number) => `"${'\\"'.repeat(length / 2)}`],
    ['nesting', (length: number) => '{"a":'.repeat(length / 5)],
  ])('Read %s', async (name, make) => {
    await expectLinear(name, make, (text) => {
      try {
        parseText(text, size)
      } catch {
        // A refusal is as good as a result; only the time matters.
      }
    })
  })
})
