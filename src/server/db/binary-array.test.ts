import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { booleans, doubles, integers, reals } from './binary-array.ts'

describe('a list in the binary form', () => {
  const base = useDatabase()
  const listOf = <Value>(value: fc.Arbitrary<Value>) => fc.array(fc.option(value), { maxLength: 40 })
  const lists = fc.record({
    ids: listOf(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    active: listOf(fc.boolean()),
    rates: listOf(fc.float({ noNaN: true, noDefaultInfinity: true })),
    instants: listOf(fc.double({ noNaN: true, noDefaultInfinity: true })),
  })

  test('arrives unchanged to the last bit, with nulls and without elements', async () => {
    const property = fc.asyncProperty(lists, async ({ ids, active, rates, instants }) => {
      const { rows } =
        await sql`select ${integers(ids)}::int[] as ids, ${booleans(active)}::boolean[] as active, ${reals(rates)}::real[] as rates,
        ${doubles(instants)}::float8[] as instants`.execute(base.db)
      // The response is text, in which a 4-byte real is a shorter number and zero has no sign.
      const plain = (values: readonly (number | null)[], round = (value: number) => value) =>
        values.map((value) => (value === null ? null : round(value) + 0))
      const [row] = rows as { ids: number[]; active: boolean[]; rates: number[]; instants: number[] }[]
      expect(row && { ...row, rates: plain(row.rates, Math.fround), instants: plain(row.instants) }).toEqual({
        ids,
        active,
        rates: plain(rates),
        instants: plain(instants),
      })
    })
    await fc.assert(property, { numRuns: 30 })
  })

  test('refuses a number that is not a 4-byte integer', () => {
    expect(() => integers([2 ** 31])).toThrow(RangeError)
  })
})
