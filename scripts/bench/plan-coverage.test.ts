import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ProcedurePath } from '#server/permissions.ts'
import { measuredElsewhere } from './measured-elsewhere.ts'
import { type Measured, measuredProcedures } from './plan-calls.ts'
import { casesOf, type PlanCase, passedOver } from './plan-cases.ts'
import type { ChangeFacts } from './plan-change-facts.ts'
import { changesOf } from './plan-changes.ts'
import { idQueries, type PlanFacts, tables } from './plan-facts.ts'

const id = 7
const facts: PlanFacts = {
  first: '2023-11-28',
  last: '2026-11-27',
  ...{ tenant: 2, smallTenant: 3, site: 5, client: id, account: id, device: id, user: id },
  serial: 'T30A000001',
  userName: 'user7',
  ids: Object.fromEntries([...Object.keys(tables), ...Object.keys(idQueries(2))].map((name) => [name, id])),
}

const given: ChangeFacts = {
  rows: new Map(Object.values(tables).map((name) => [name, id])),
  ...{ serials: ['A1', 'A2'], listSerials: ['A1'], deviceIds: [1, 2], troubledIds: [3], smallSerials: ['B1'] },
}

const casesFor = ({ path, input, changes }: Measured): PlanCase[] =>
  changes ? changesOf(path, input, facts, given) : casesOf(path, input, facts, true)
const fieldsOf = (input: z.ZodType) =>
  Object.keys(
    (z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as { properties?: object }).properties ?? {},
  )

test('Measure each procedure of the router by a call that its schema accepts', () => {
  const unmeasured = measuredProcedures
    .filter(({ path }) => measuredElsewhere[path] === undefined)
    .filter((one) => !casesFor(one).some(({ input }) => one.input?.safeParse(input).success ?? true))
  expect(unmeasured.map(({ path }) => path)).toEqual([])
})

test('Measure each filter of a query', () => {
  const unmeasured = measuredProcedures
    .filter(({ path, changes }) => !changes && measuredElsewhere[path] === undefined)
    .flatMap((one) => {
      const cases = casesFor(one)
      return (one.input ? fieldsOf(one.input) : [])
        .filter((field) => !passedOver.has(field) && !cases.some(({ input }) => field in input))
        .map((field) => `${one.path} ${field}`)
    })
  expect(unmeasured).toEqual([])
})

test('Name only procedures of the router as measured elsewhere', () => {
  const known = new Set<ProcedurePath>(measuredProcedures.map(({ path }) => path))
  expect(Object.keys(measuredElsewhere).filter((path) => !known.has(path as ProcedurePath))).toEqual([])
})
