import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFilling } from './filling.ts'

const pieces = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 20 })
const most = 20_000

test('Keep pieces unchanged, whatever size was expected, and refuse more than the maximum', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.option(fc.integer({ min: 1, max: 2 * most }), { nil: undefined }),
      fc.boolean(),
      (arriving, expected, asBase64) => {
        const whole = Buffer.concat(arriving)
        const filling = createFilling(most, expected)
        const fill = () => {
          for (const piece of arriving) {
            if (asBase64) filling.addBase64(Buffer.from(piece).toString('base64'))
            else filling.add(piece)
          }
          return filling.bytes()
        }
        if (whole.length > most) expect(fill).toThrow('TOO_LARGE')
        else if (!asBase64 || arriving.every(({ length }) => length % 3 === 0)) expect(fill().equals(whole)).toBe(true)
      },
    ),
  )
})
