import { expect, test } from 'vitest'
import { changeText } from '#shared/i18n/selection-changes.ts'
import { exampleA } from '#tests/support/projects.ts'
import { explainChange } from './explain-change.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { type Selection, selectEquipment } from './select.ts'
import { storedSelection } from './stored.ts'

const withoutRoom = { ...exampleA, reentryRoomLength: null, reentryRoomWidth: null, reentryRoomHeight: null }
function today(project: typeof exampleA): Selection {
  const outcome = selectEquipment(project, referenceCatalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome.selection
}
/** Return the selection in the stored form of calculation 1.0. */
const stored = (selection: Selection, changed: Partial<Selection>): Selection => {
  const {
    capacityBasis,
    capacitySource,
    frostWithKgDay,
    isCondensate,
    storeHumidityGKg,
    setPointGKg,
    supplyTempC,
    sensibleHeatKw,
    ...others
  } = selection
  const { dryCoilNeedKgH, annualFrostWithoutKg, annualFrostWithKg, ...kept } = others
  return { ...(kept as Selection), calculationVersion: '1.0', catalogueVersion: '1', ...changed }
}

test('explain why the reduction of a store without a re-entry room is no longer 100 %', () => {
  const [change, ...others] = explainChange(stored(today(withoutRoom), { reduction: 1 }), today(withoutRoom))
  expect(others).toEqual([])
  expect(change).toMatchObject({ what: 'reduction', before: 1, reason: 'wetCoil' })
  if (!change) throw new Error('something changed')
  expect(changeText('en', change)).toMatch(/^Reduction 100 % → 80\.41 %, because the coil .+\.$/)
  expect(changeText('zh', change)).toMatch(/^减少率 100 % → 80\.41 %，因为.+。$/)
})

test('explain need, choice and reduction that moisture released behind a re-entry room changes', () => {
  const now = today({ ...exampleA, moisture: 2 })
  const changes = explainChange(stored(now, { needKgH: 6.1, model: 'S-3200', reduction: 0.97 }), now)
  expect(changes.map(({ what, reason }) => [what, reason])).toEqual([
    ['needKgH', 'moistureInStore'],
    ['choice', 'needChanged'],
    ['reduction', 'moistureInStore'],
  ])
})

test('explain another capacity by a rating ignored before, and another model by a newer catalogue', () => {
  const now = today(exampleA)
  expect(explainChange(stored(now, { unitCapacityKgH: 4.2 }), now)).toMatchObject([
    { what: 'unitCapacityKgH', reason: 'makersData' },
  ])
  expect(explainChange(stored(now, { model: 'OLD', catalogueVersion: '0' }), now)).toMatchObject([
    { what: 'choice', before: '1 × OLD', reason: 'catalogueChanged' },
  ])
})

test('compare no results of the same calculation, and read an old one without inventing numbers', () => {
  const now = today(exampleA)
  expect(explainChange({ ...now, reduction: 0.1 }, now)).toEqual([])
  const old = storedSelection(stored(now, {}))
  expect(old).toMatchObject({
    calculationVersion: '1.0',
    capacityBasis: null,
    frostWithKgDay: null,
    annualFrostWithKg: null,
    needKgH: now.needKgH,
  })
})
