import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { inputOf } from '#server/rest/adapter.ts'
import { jsonSchemaOf } from '#server/rest/fields.ts'
import { routes } from '#server/rest/routes.ts'
import { appRouter } from '#server/router.ts'

type Procedure = { _def: { type: string; inputs: z.ZodType[] } }
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
const schemaOf = ({ _def }: Procedure): z.ZodType | undefined => _def.inputs.at(-1)

const isRefused = (schema: z.ZodType, input: object): boolean => !schema.safeParse(input).success
/** Required fields of a procedure, so that a filter can be checked alone. */
const needed: Readonly<Record<string, object>> = {
  'data.export': { kind: 'device' },
  'charts.pie': { indicator: 'state' },
}
const knows = (schema: z.ZodType, field: string, value: unknown, beside: object): boolean =>
  !isRefused(schema, { ...beside, [field]: value })

/** Queries that return a list, a page of it or a file of all its rows. */
const lists = procedures.flatMap(([path, procedure]) => {
  const schema = schemaOf(procedure)
  const beside = needed[path] ?? {}
  if (!schema || procedure._def.type !== 'query' || isRefused(schema, beside)) return []
  const isList = /\.(export|find)/.test(path) || 'page' in (jsonSchemaOf(schema, 'input').properties ?? {})
  return isList ? [[path, schema, beside] as const] : []
})

test('find most lists of the product', () => {
  expect(lists.length).toBeGreaterThan(35)
})

describe('refuse an invalid filter in', () => {
  test.each(lists)('%s', (_path, schema, beside) => {
    expect(isRefused(schema, { ...beside, shoeSize: 43 })).toBe(true)
    const ranges = ['businessDateQuery', 'repairDateQuery', 'createDateQuery', 'dateQuery', 'reserveDateQuery'].filter(
      (field) => knows(schema, field, ['2026-11-01', '2026-11-02'], beside),
    )
    for (const field of ranges) {
      // Lists that ignore a documented range also refuse a broken one: its sender expects a filtered list.
      for (const range of [
        ['2026-11-01'],
        ['2026-11-01', ''],
        ['', '2026-11-01'],
        ['2026-11-02', '2026-11-01'],
        ['2026-02-30', '2026-03-01'],
        'yesterday',
      ])
        expect([field, range, isRefused(schema, { ...beside, [field]: range })]).toEqual([field, range, true])
    }
    for (const field of ['pieType', 'reservePeriod'])
      if (knows(schema, field, '', beside))
        expect([field, isRefused(schema, { ...beside, [field]: 'zzz' })]).toEqual([field, true])
    if (knows(schema, 'startDate', '2026-11-01', beside) && !knows(schema, 'startDate', { any: 'thing' }, beside)) {
      expect(isRefused(schema, { ...beside, startDate: '2026-11-02', endDate: '2026-11-01' })).toBe(true)
      expect(isRefused(schema, { ...beside, startDate: '2026-11-02' })).toBe(false)
    }
    for (const field of ['companyId', 'siteId', 'clientId', 'accountId'])
      if (knows(schema, field, 1, beside) && !knows(schema, field, { any: 'thing' }, beside))
        for (const value of ['1 ', '01', -1, 1.5, [1, 2], { gt: 0 }])
          expect([field, value, isRefused(schema, { ...beside, [field]: value })]).toEqual([field, value, true])
  })
})

describe('refuse an unknown filter at the documented path', () => {
  const found = new Map(lists.map(([path, schema, beside]) => [path, { schema, beside }]))
  const rows = routes.flatMap((row) => {
    const list = found.get(row.procedure)
    return list ? [[`${row.method} /api${row.path}`, row, list] as const] : []
  })
  test.each(rows)('%s', (_name, row, { schema, beside }) => {
    expect(isRefused(schema, { ...beside, ...inputOf(row, {}, { shoeSize: 43 }, {}) })).toBe(true)
    expect(isRefused(schema, { ...beside, ...inputOf(row, { shoeSize: '43' }, {}, {}) })).toBe(true)
  })
})
