import fc from 'fast-check'
import { test } from 'vitest'
import { silentCalculator } from '#shared/selection/formula.ts'
import type { SelectionInputs } from '#shared/selection/inputs.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { dutyOf } from '#shared/selection/sizing.ts'
import { toInputs } from '#shared/selection/to-inputs.ts'
import { validProjects } from './projects.ts'

export const runs = { numRuns: 200 }
/** A thousand cases take a long time on a busy machine. */
export const proof = (title: string, body: () => void): void => test(title, body, 120_000)
/** Tolerate rounding of the last digits. */
export const noLess = (after: number, before: number) => after >= before - 1e-9 * Math.max(1, Math.abs(before))

function inputsOf(project: ProjectData): SelectionInputs {
  const inputs = toInputs(project)
  if (!inputs) throw new Error('the project is complete')
  return inputs
}
export const dutyOfInputs = (inputs: SelectionInputs) => dutyOf(silentCalculator, inputs)
export const needOf = (inputs: SelectionInputs) => dutyOfInputs(inputs).needKgH
export const inputs = validProjects.map(inputsOf)
export const factor = fc.double({ min: 1, max: 4, noNaN: true })

export const outcomes = (project: ProjectData, catalogue: Catalogue = referenceCatalogue) => {
  const outcome = selectEquipment(project, catalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome
}

/** Return every number in a value, by its path. */
export function numbersIn(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]]
  if (typeof value !== 'object' || value === null || value instanceof Map) return []
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, `${path}.${key}`))
}
