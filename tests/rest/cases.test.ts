import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProcedurePath, ruleOf } from '#server/permissions.ts'
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

/** Files at signed addresses, which a browser requests without our header: the signature is the permission. */
const besideTheTable: Readonly<Record<string, ProcedurePath>> = {
  'GET /videos/{file}': 'classes.get',
  'GET /images/{name}': 'projects.get',
  'GET /pdfs/{file}': 'projects.get',
}

test('have one case for each of the 144 documented calls, and no other number in a row', () => {
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

test.each(ownCases)('save what calls outside of the documents receive: %s', async (_, proves) => {
  await proves(world)
})
