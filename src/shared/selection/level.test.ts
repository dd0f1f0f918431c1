import { describe, expect, test } from 'vitest'
import { exampleA } from '#tests/support/projects.ts'
import { recordingCalculator } from './formula.ts'
import { capacityDataOf, heaterAt, levelAt, pointHumidityRatio, recordLevel } from './level.ts'
import { type CatalogueModel, type CataloguePoint, unsaid } from './model.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { selectEquipment } from './select.ts'

const maker: CatalogueModel = {
  ...unsaid,
  model: 'X-2000',
  family: 'X',
  maker: 'Maker',
  sheet: 'X sheet',
  sheetDate: '2026-05',
  airflowM3h: 2_000,
  capFactor: null,
  ratedCapacityKgH: 12,
  fanKw: 0.8,
  regenKw: 16,
  tMin: -20,
  tMax: 40,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  weightKg: null,
  dimsStatus: 'estimate',
}
const point = (tC: number, rhPct: number, kgH: number, heaterKw: number | null = null): CataloguePoint => ({
  tC,
  rhPct,
  wGKg: null,
  airflowM3h: 2_000,
  kgH,
  heaterKw,
})
const selected = (...models: CatalogueModel[]) => {
  const outcome = selectEquipment(exampleA, { version: '1', source: 'test', models })
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome.selection
}
const dutyOfA = [5, 0.002857] as const

describe('one rating', () => {
  test('is one point at 20 °C / 60 %: 12 kg/h of 2000 m³/h are level 1.01258, and 4.64853 kg/h in example A', () => {
    expect(levelAt(maker, ...dutyOfA)).toBeCloseTo(1.01258, 4)
    expect(selected(maker)).toMatchObject({
      model: 'X-2000',
      capacityBasis: 'oneRating',
      unitCapacityKgH: expect.closeTo(4.64853, 4),
    })
    expect(selected(maker).capacitySource).toMatchObject({
      maker: 'Maker',
      sheet: 'X sheet',
      sheetDate: '2026-05',
      points: 1,
    })
  })

  test('of 0.1 kg/h is never chosen, however little power it needs', () => {
    const weak = { ...maker, model: 'WEAK', ratedCapacityKgH: 0.1, fanKw: 0, regenKw: 0 }
    expect(selected(weak, maker)).toMatchObject({ model: 'X-2000', count: 1 })
    expect(selected(weak)).toMatchObject({ status: 'noFit', model: null })
  })

  test('that contradicts the factor of an old row counts if it is the smaller of both', () => {
    expect(levelAt({ ...maker, capFactor: 1, ratedCapacityKgH: 0.1 }, ...dutyOfA)).toBeLessThan(0.01)
    expect(levelAt({ ...maker, capFactor: 1, ratedCapacityKgH: 120 }, ...dutyOfA)).toBe(1)
  })
})

test('show a factor as the reference series, without the name of a manufacturer', () => {
  const { capacityBasis, capacitySource } = selected({ ...maker, capFactor: 1.01, ratedCapacityKgH: null })
  expect([capacityBasis, capacitySource]).toEqual([
    'referenceSeries',
    { maker: null, sheet: null, sheetDate: null, source: null, points: 0, nearest: null, isOutside: false },
  ])
  expect(selectEquipment(exampleA, referenceCatalogue)).toMatchObject({
    selection: { capacityBasis: 'referenceSeries' },
  })
})

describe('several points', () => {
  const points = [point(5, 60, 4.8, 12), point(10, 60, 6.5, 14), point(20, 60, 12, 18)]
  const model = { ...maker, points }

  test('are met exactly, each with its own level and heater', () => {
    for (const [index, one] of points.entries()) {
      const W = pointHumidityRatio(one)
      const alone = levelAt({ ...maker, points: [one] }, one.tC, W)
      expect(levelAt(model, one.tC, W)).toBe(alone)
      expect(heaterAt(model, one.tC, W)).toBe([12, 14, 18][index])
    }
  })

  test('never give a level outside of their own range', () => {
    const levels = points.map((one) => levelAt({ ...maker, points: [one] }, 0, 0.003))
    for (const [T, W] of [dutyOfA, [12, 0.005], [-20, 0.0004], [35, 0.02]] as const) {
      expect(levelAt(model, T, W)).toBeGreaterThanOrEqual(Math.min(...levels))
      expect(levelAt(model, T, W)).toBeLessThanOrEqual(Math.max(...levels))
      expect(heaterAt(model, T, W)).toBeLessThanOrEqual(18)
    }
  })

  test('are recorded step by step with the resulting level', () => {
    const calculator = recordingCalculator()
    expect(recordLevel(calculator, 'level', model, ...dutyOfA)).toBeCloseTo(levelAt(model, ...dutyOfA), 14)
    expect(calculator.trace.filter(({ step }) => step.endsWith('.distance'))).toHaveLength(3)
  })

  test('name their manufacturer, and report a duty more than 2.5 K or 1 g/kg beyond them', () => {
    expect(selected(model)).toMatchObject({
      capacityBasis: 'makerPoints',
      capacitySource: { maker: 'Maker', points: 3, isOutside: false },
    })
    expect(capacityDataOf(model, 2.6, 0.0033)).toMatchObject({ isOutside: false, nearest: { tC: 5 } })
    expect(capacityDataOf(model, 2.4, 0.0033)).toMatchObject({ isOutside: true, nearest: { tC: 5 } })
    expect(capacityDataOf(model, 5, 0.0021)).toMatchObject({ isOutside: true })
    const far = selected({ ...model, points: [point(20, 60, 12)] })
    expect(far.warnings).toContainEqual({
      code: 'outsidePoints',
      values: { temperature: 20, humidity: expect.closeTo(8.7, 1) },
    })
  })
})
