import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepName } from '#shared/i18n/report-steps.ts'
import { isFormulaWord, symbolWord } from '#shared/i18n/wizard-formulas.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import { moneyGroup } from './selection-panel-money.ts'
import { caseRows, energyGroup, frostGroup, needGroup } from './selection-panel-rows.ts'
import { panelTrace } from './selection-panel-steps.ts'
import { type CompleteOutcome, moistureSources, monthBars, stepsOfAlternative } from './selection-panel-view.ts'

function completed(project: typeof exampleA): CompleteOutcome {
  const outcome = selectEquipment(project, referenceCatalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome
}

test('Show parts of the bar that add up to the need in every governing case', () => {
  fc.assert(
    fc.property(validProjects, (project) => {
      const outcome = completed(project)
      const sum = moistureSources(project, outcome).reduce((total, { kgH }) => total + (kgH ?? Number.NaN), 0)
      expect(sum).toBeCloseTo(outcome.selection.needKgH, 6)
    }),
    { numRuns: 200 },
  )
})

test('Show all lines of the bar before the first calculation, so that nothing moves', () => {
  const kinds = (project: typeof exampleA) =>
    moistureSources(project, null).map(({ kind, door }) => `${kind}${door ?? ''}`)
  expect(kinds({ ...exampleA, door1Length: null })).toEqual(['door2', 'leakage', 'internal', 'safety'])
  expect(kinds({ ...exampleA, door1Length: null, door2Length: null })).toEqual([
    'door1',
    'leakage',
    'internal',
    'safety',
  ])
  expect(kinds(exampleA)).toEqual(
    moistureSources(exampleA, completed(exampleA)).map(({ kind, door }) => `${kind}${door ?? ''}`),
  )
})

test('Name every step and symbol behind a number of the panel in both languages', () => {
  const outcome = completed(exampleA)
  const own = [...outcome.trace, ...panelTrace(outcome.details)]
  const keyAsWord = (key: string) => key
  const rows = [needGroup, frostGroup, energyGroup].flatMap((group) => group(keyAsWord, outcome).rows)
  const named = [
    ...rows,
    ...caseRows(keyAsWord, outcome).flatMap(({ load, day }) => [load, day]),
    ...moistureSources(exampleA, outcome),
  ]
  for (const { steps } of named) for (const name of steps) expect(own.map(({ step }) => step)).toContain(name)
  const names = new Set(named.flatMap(({ steps }) => steps))
  const shown = [
    ...own.filter(({ step }) => names.has(step)),
    ...outcome.selection.alternatives.flatMap((one) => stepsOfAlternative(outcome.details.duty, one)),
  ]
  for (const { step, inputs } of shown) {
    expect(
      stepName('zh', step) ?? isFormulaWord(step.replace(/^panel\.door\d\.moisture$/, 'panel.doorMoisture')),
      step,
    ).not.toBe(false)
    for (const symbol of Object.keys(inputs)) expect(symbolWord('zh', symbol), `${step} ${symbol}`).not.toBeNull()
  }
})

test('Compute the need of a what-if from the same numbers that its row shows', () => {
  const { details, selection } = completed(exampleA)
  for (const alternative of selection.alternatives) {
    const need = stepsOfAlternative(details.duty, alternative).find(({ step }) => step === 'need')
    expect(need?.result, alternative.kind).toBeCloseTo(alternative.needKgH, 9)
  }
})

test('Say when the sweep at the doors sets the air flow, and why a case is 0', () => {
  const keyAsWord = (key: string) => key
  const still = completed({ ...exampleA, estWindSpeed: 0.1 })
  expect(needGroup(keyAsWord, still).note).toBe(`panel.governs.${still.selection.governs}`)
  const swept = completed({ ...exampleA, estWindSpeed: 3 })
  expect(needGroup(keyAsWord, swept).note).toBe(`panel.governs.${swept.selection.governs} · panel.sweepGoverns`)
  const notes = caseRows(
    keyAsWord,
    completed({ ...exampleA, tempWinterAvg: -30, humidityWinterAvg: 20, moisture: 0 }),
  ).map(({ note }) => note)
  expect(notes).toEqual([null, null, null, 'panel.dry'])
})

test('Add the twelve months of the chart up to the year, and show none without summer and winter means', () => {
  const { selection, details, ...outcome } = completed(exampleA)
  const months = monthBars({ ...outcome, selection, details })
  const sum = (of: 'withoutKg' | 'withKg') => months.reduce((total, month) => total + (month[of] ?? Number.NaN), 0)
  expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(sum('withoutKg')).toBeCloseTo(selection.annualFrostWithoutKg ?? Number.NaN, 6)
  expect(sum('withKg')).toBeCloseTo(selection.annualFrostWithKg ?? Number.NaN, 6)
  expect(monthBars(completed({ ...exampleA, tempSummerAvg: null }))).toEqual([])
})

test('Show costs once a price is given, and a payback only where something is saved', () => {
  const keyAsWord = (key: string) => key
  const moneyOf = (changes: Partial<typeof exampleA>) => moneyGroup(keyAsWord, completed({ ...exampleA, ...changes }))
  expect(moneyOf({})).toBeNull()
  const dear = moneyOf({ electricityPrice: 0.8, unitPrice: 150_000 })
  expect(dear?.rows.map(({ value }) => value)).toEqual([expect.any(Number), expect.any(Number), 150_000, null])
  expect(dear?.note).toBe('panel.noPayback')
})
