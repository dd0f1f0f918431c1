import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeUpCatalogues } from '#tests/support/made-up-catalogues.ts'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import { capacityOf } from './catalogue.ts'
import { levelPointsOf } from './level.ts'
import { airOfDuty, mostLines, performanceOf } from './performance.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { selectEquipment } from './select.ts'

const dutyOf = (project = exampleA) => {
  const outcome = selectEquipment(project, referenceCatalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome.details.duty
}

test('place the duty where the selection calculates, and on its own curve, for every model', () => {
  fc.assert(
    fc.property(validProjects, madeUpCatalogues, (project, { models }) => {
      const duty = dutyOf(project)
      for (const model of models) {
        const { duty: place } = performanceOf(model, airOfDuty(duty))
        expect(place?.kgH).toBeCloseTo(capacityOf(duty, model), 9)
        const on = place?.curve.find(({ tC }) => tC === duty.zone.temperatureC)
        const isAble = model.tMin <= duty.zone.temperatureC && duty.zone.temperatureC <= model.tMax
        if (isAble) expect(on?.kgH).toBeCloseTo(place?.kgH ?? Number.NaN, 6)
      }
    }),
    { numRuns: 60 },
  )
})

test('draw every point of a manufacturer once, and each curve through the points of its humidity', () => {
  fc.assert(
    fc.property(madeUpCatalogues, ({ models }) => {
      for (const model of models) {
        const { lines, others, source, basis } = performanceOf(model, null)
        expect(lines.length).toBeLessThanOrEqual(mostLines)
        expect(lines.reduce((sum, { points }) => sum + points.length, 0) + others.length).toBe(
          levelPointsOf(model).length,
        )
        expect(source === null).toBe(basis === 'referenceSeries')
        for (const { points, curve } of lines)
          for (const { tC, kgH } of points) {
            const on = curve.find((place) => place.tC === tC)
            if (on) expect(on.kgH / kgH).toBeCloseTo(1, 9)
          }
      }
    }),
    { numRuns: 60 },
  )
})

test('give the distance of the nearest point in kelvin and grams, and report a duty beyond the points', () => {
  const [model] = referenceCatalogue.models
  if (!model) throw new Error('the reference series has models')
  const point = (tC: number, rhPct: number) => ({
    tC,
    rhPct,
    wGKg: null,
    airflowM3h: model.airflowM3h,
    kgH: 2,
    heaterKw: null,
  })
  const air = airOfDuty(dutyOf())
  const far = performanceOf({ ...model, points: [point(20, 60), point(30, 60)] }, air).duty
  expect(far).toMatchObject({ isOutside: true, nearest: { tC: 20, apartK: 15, apartGKg: expect.closeTo(5.84, 1) } })
  expect(performanceOf({ ...model, points: [point(5, 53), point(30, 60)] }, air).duty).toMatchObject({
    isOutside: false,
    nearest: { tC: 5, apartK: 0 },
  })
  expect(performanceOf(model, air).duty).toMatchObject({ nearest: null, isOutside: false })
})
