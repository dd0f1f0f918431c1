import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cityProjects } from '#tests/support/city-projects.ts'
import { madeUpCatalogues } from '#tests/support/made-up-catalogues.ts'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import { calculate, type Expected } from '#tests/support/selection-oracle.ts'
import type { Catalogue } from './model.ts'
import type { ProjectData } from './project-fields.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { selectEquipment } from './select.ts'

/** Both calculate with doubles: a larger difference means a different interpretation. */
const closeness = 1e-6

function expectAlike(project: ProjectData, catalogue: Catalogue): void {
  const outcome = selectEquipment(project, catalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  const expected = calculate(project, catalogue.models)
  for (const [name, value] of Object.entries(expected)) {
    const said = outcome.selection[name as keyof Expected]
    const isAlike =
      typeof value === 'number' && typeof said === 'number'
        ? Math.abs(said - value) <= closeness * Math.max(Math.abs(value), name === 'supplyTempC' ? 1 : 1e-6)
        : said === value
    if (!isAlike)
      throw new Error(
        `${name} is ${said}, by the specification ${value}: ${JSON.stringify({ project, models: catalogue.models })}`,
      )
  }
}

test('agree with an independent calculation on example A, with and without its room, and with moisture', () => {
  for (const changed of [
    {},
    { reentryRoomLength: null, reentryRoomWidth: null, reentryRoomHeight: null },
    { moisture: 0.5 },
    { coldStorageType: 'tubeBank' as const, moisture: 2 },
  ])
    expectAlike({ ...exampleA, ...changed }, referenceCatalogue)
  expect(calculate(exampleA, referenceCatalogue.models)).toMatchObject({ model: 'S-2000', count: 1 })
})

test('agree on any project, with the reference series', () => {
  fc.assert(
    fc.property(validProjects, (project) => expectAlike(project, referenceCatalogue)),
    { numRuns: 300 },
  )
}, 120_000)

test('agree with catalogues of factors, ratings and points of several manufacturers', () => {
  fc.assert(
    fc.property(validProjects, madeUpCatalogues, (project, catalogue) => expectAlike(project, catalogue)),
    { numRuns: 300 },
  )
}, 120_000)

test('agree on stores in every city, at the limits of the inputs, with both catalogues', () => {
  fc.assert(
    fc.property(cityProjects, madeUpCatalogues, fc.boolean(), (project, catalogue, isOwn) =>
      expectAlike(project, isOwn ? catalogue : referenceCatalogue),
    ),
    { numRuns: 600 },
  )
}, 120_000)
