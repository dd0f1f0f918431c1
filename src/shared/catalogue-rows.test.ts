import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeUpCatalogues } from '#tests/support/made-up-catalogues.ts'
import type { CatalogueRow } from './catalogue.ts'
import { CatalogueForm, rowsOfForm, rowsOfModels } from './catalogue-forms.ts'
import { readCatalogueRows } from './catalogue-rows.ts'
import { catalogueProblemText } from './i18n/catalogue-problems.ts'
import { referenceCatalogue } from './selection/reference-catalogue.ts'

const model = { model: 'M-2000', maker: 'Maker', airflowM3h: 2_000, fanKw: 1, regenKw: 16, tMin: -20, tMax: 40 }
const at20 = { tC: 20, rhPct: 60, kgH: 12 }
const read = (...rows: object[]) =>
  readCatalogueRows(rows.map((row, index) => ({ line: index + 2, ...row }) as CatalogueRow))
const said = (...rows: object[]) =>
  read(...rows).problems.map((problem) => `${problem.line}: ${catalogueProblemText('en', problem)}`)

test('convert models with their points to lines and to JSON, and back without changes', () => {
  fc.assert(
    fc.property(madeUpCatalogues, (catalogue) => {
      expect(readCatalogueRows(rowsOfModels(catalogue.models))).toMatchObject({
        models: catalogue.models,
        problems: [],
      })
      const form = CatalogueForm.parse(JSON.parse(JSON.stringify(catalogue)))
      expect(readCatalogueRows(rowsOfForm(form))).toMatchObject({ models: catalogue.models, problems: [] })
    }),
    { numRuns: 100 },
  )
  expect(readCatalogueRows(rowsOfModels(referenceCatalogue.models))).toMatchObject({
    models: referenceCatalogue.models,
    problems: [],
  })
})

test('assign a line with a point to the model it names, or to the one above, with that model’s air flow', () => {
  const { models, problems } = read(
    model,
    { ...at20 },
    { ...model, regenKw: null },
    { model: 'm-2000', ...at20, tC: 10, kgH: 6, airflowM3h: 1_800 },
  )
  expect(problems.map(({ code }) => code)).toContain('twice')
  const [first] = models
  expect(first?.points).toMatchObject([
    { tC: 20, rhPct: 60, wGKg: null, airflowM3h: 2_000, kgH: 12 },
    { tC: 10, airflowM3h: 1_800 },
  ])
})

describe('refuse impossible values of a manufacturer’s table by line, with the reason', () => {
  test('a rating and a factor that contradict each other, with both numbers', () => {
    expect(said({ ...model, capFactor: 1, ratedCapacityKgH: 0.1 })).toEqual([
      '2: the rated capacity of 0.1 kg/h contradicts the capacity factor of 1, which means 11.85 kg/h',
    ])
    expect(said({ ...model, capFactor: 1, ratedCapacityKgH: 11.7 })).toEqual([])
  })

  test('points outside of the range, repeated, or with more water than the air contains', () => {
    expect(said(model, { ...at20, tC: -30, kgH: 0.1 })).toEqual([
      '3: point 1: process air of −30 °C is outside of the model’s −20 to 40 °C',
    ])
    expect(said(model, at20, { ...at20, kgH: 11 })).toEqual(['4: point 2: the same as point 1'])
    expect(said(model, { ...at20, kgH: 30 })).toEqual([
      '3: point 1: a capacity of 30 kg/h is more than the 20.74 kg/h that the air holds',
    ])
  })

  test('a rating or a factor above the water in air of 20 °C and 60 %', () => {
    expect(said({ ...model, ratedCapacityKgH: 300 })).toEqual([
      '2: a capacity of 300 kg/h is more than the 20.74 kg/h that the air holds',
    ])
    expect(said({ ...model, ratedCapacityKgH: 20 })).toEqual([])
    expect(said({ ...model, capFactor: 1.9 })).toEqual([
      '2: a capacity factor of 1.9 is above 1.75: it would take more than air of 20 °C, 60 % holds',
    ])
  })

  test('other units: a fraction for %, kg/kg for g/kg, grains, CFM, and two humidities that disagree', () => {
    expect(said(model, { ...at20, rhPct: 0.6 })[0]).toContain('looks like another unit: 0.6')
    expect(said(model, { tC: 20, wGKg: 0.0087, kgH: 12 })[0]).toContain('looks like another unit: 0.0087')
    expect(said(model, { tC: 20, wGKg: 50, kgH: 12 })).toEqual([
      '3: point 1: a humidity ratio of 50 g/kg is above saturation at that temperature, 14.7 g/kg',
    ])
    expect(said(model, { ...at20, airflowM3h: 300, kgH: 1 })[0]).toContain('far from the nominal 2000 m³/h')
    expect(said(model, { ...at20, wGKg: 6 })).toEqual([
      '3: point 1: relative humidity 60 % and humidity ratio 6 g/kg disagree: 60 % means 8.734 g/kg',
    ])
  })

  test('a model without a capacity, heat or currency', () => {
    expect(said(model)).toEqual([
      '2: no capacity: a rated capacity, a capacity factor or performance points are needed',
    ])
    expect(said({ ...model, regenKw: '' }, at20)).toEqual([
      '2: Regeneration power is missing, and not every point says its heater',
    ])
    expect(read({ ...model, regenKw: '' }, { ...at20, heaterKw: 17 })).toMatchObject({
      problems: [],
      models: [{ regenKw: 17 }],
    })
    expect(said({ ...model, ratedCapacityKgH: 12, price: 9_000 })).toEqual(['2: a price needs a currency, such as CNY'])
    expect(said(at20)[0]).toBe('2: a point that belongs to no model')
  })
})

test('refuse more models than a catalogue may have instead of cutting them', () => {
  const rows = Array.from({ length: 1_001 }, (_, index) => ({ ...model, model: `M-${index}`, ratedCapacityKgH: 12 }))
  expect(said(...rows)).toEqual(['1002: a catalogue has at most 1,000 models'])
})
