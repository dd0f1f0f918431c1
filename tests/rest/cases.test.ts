import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProcedurePath, ruleOf } from '#server/policy.ts'
import { routes } from '#server/rest/routes.ts'
import { forgetCatalogues } from '#tests/support/catalogues.ts'
import { useDatabase } from '#tests/support/database.ts'
import { cases } from './cases/all-cases.ts'
import { rowOf } from './cases/ask.ts'
import { ownCases } from './cases/own-cases.ts'
import { buildWorld, type World } from './cases/world.ts'
import { documentedCalls } from './documented-calls.ts'

const database = useDatabase({ emptied: 'file' })
let world: World
beforeAll(async () => {
  world = await buildWorld(database)
})
afterAll(async () => {
  await world?.stop()
  await forgetCatalogues(database.db)
})

/** Files by signed addresses, which a browser fetches without our header: allowed by anyone who wrote the address. */
const besideTheTable: Readonly<Record<string, ProcedurePath>> = {
  'GET /videos/{file}': 'classes.get',
  'GET /images/{name}': 'projects.get',
  'GET /pdfs/{file}': 'projects.get',
}

test('there are 144 documented calls with one case each, and every number that a row names is one of them', () => {
  const numbers = documentedCalls.map(([number]) => number)
  expect(numbers).toEqual(Array.from({ length: 144 }, (_, index) => `C${String(index + 1).padStart(3, '0')}`))
  expect(Object.keys(cases).sort()).toEqual(numbers)
  for (const { call } of routes) if (call) expect(numbers).toContain(call)
})

const calls = documentedCalls.map(([number, ...addresses]) => [number, addresses.join(', '), addresses] as const)

test.each(calls)('%s %s', async (number, _, addresses) => {
  for (const address of addresses) {
    const procedure = besideTheTable[address] ?? rowOf(address)?.procedure
    if (!procedure) throw new Error(`nobody serves ${address}`)
    const { reach, anonymous } = ruleOf(procedure)
    expect(anonymous === 'open' || Object.keys(reach).length > 0, `${address} is permitted to somebody`).toBe(true)
  }
  world.asked.clear()
  const proves = cases[number]
  expect(proves, `${number} has a case`).toBeDefined()
  await proves?.(world)
  for (const address of addresses) expect([...world.asked], `the case of ${number} asks`).toContain(address)
})

test.each(ownCases)('calls beside the documented ones keep what they are told: %s', async (_, proves) => {
  await proves(world)
})
