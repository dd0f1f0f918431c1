import fc from 'fast-check'
import { expect, test } from 'vitest'
import { constants } from '#shared/selection/constants.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { validProjects } from '#tests/support/projects.ts'
import { sourceText } from './report-sources.ts'
import { stepName } from './report-steps.ts'

const chinese = /\p{Script=Han}/u
const english = /^[A-Z][\x20-\x7e]+$/

test('every step of any calculation has a name in both languages', () => {
  fc.assert(
    fc.property(validProjects, (project) => {
      const outcome = selectEquipment(project, referenceCatalogue)
      if (!outcome.complete) throw new Error(JSON.stringify(outcome))
      const unnamed = outcome.trace.filter(
        ({ step }) => !(chinese.test(stepName('zh', step) ?? '') && english.test(stepName('en', step) ?? '')),
      )
      expect(unnamed.map(({ step }) => step)).toEqual([])
    }),
    { numRuns: 300 },
  )
}, 120_000)

test('every source is worded in Chinese, unless it is the title of a work alone', () => {
  const loads = 'ASHRAE Refrigeration "Refrigerated-Facility Loads"'
  const titles = new Set([loads, `${loads} [S]`, `${loads}; EnergyPlus Engineering Reference [S]`])
  const outcomes = fc.sample(validProjects, 50).map((project) => selectEquipment(project, referenceCatalogue))
  const sources = [
    ...outcomes.flatMap((outcome) => (outcome.complete ? outcome.trace : [])),
    ...Object.values(constants),
  ].map(({ source }) => source)
  expect(
    [...new Set(sources)].filter((source) => !titles.has(source) && !chinese.test(sourceText('zh', source))),
  ).toEqual([])
})

test('a step that the report does not know has no name', () => {
  expect(stepName('zh', 'design.nonsense')).toBeNull()
  expect(stepName('en', 'nowhere')).toBeNull()
})
