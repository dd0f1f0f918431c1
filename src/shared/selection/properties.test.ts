import fc from 'fast-check'
import { expect } from 'vitest'
import { madeUpCatalogues } from '#tests/support/made-up-catalogues.ts'
import { validProjects } from '#tests/support/projects.ts'
import { dutyOfInputs, inputs, noLess, numbersIn, outcomes, proof, runs } from '#tests/support/selection-properties.ts'
import { silentCalculator } from './formula.ts'
import { frostOf } from './frost.ts'
import type { ProjectData } from './project-fields.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { mostUnits } from './sizing.ts'

proof(
  'a colder store never has less frost without equipment, as long as it is colder than outside and the published doorway factor does not step',
  () => {
    const colder = fc.double({ min: 0, max: 20, noNaN: true })
    fc.assert(
      fc.property(inputs, colder, (before, by) => {
        const after = {
          ...before,
          store: { ...before.store, temperatureC: Math.max(-60, before.store.temperatureC - by) },
        }
        const [left, right] = [dutyOfInputs(before), dutyOfInputs(after)]
        // ASHRAE's factor falls from 1.1 to 0.8 at 11 K; if it is colder outside, a smaller fall drives less air.
        const sameFactor = left.cases.design.doors.every(
          ({ flowFactor }, index) => flowFactor === right.cases.design.doors[index]?.flowFactor,
        )
        fc.pre(
          sameFactor &&
            before.design.temperatureC > before.store.temperatureC &&
            left.cases.design.outdoor.densityKgM3 <= left.cases.design.zone.densityKgM3,
        )
        return noLess(right.coil.without.dayKg, left.coil.without.dayKg)
      }),
      runs,
    )
  },
)

proof('nothing fits only when eight of the largest do not do', () => {
  fc.assert(
    fc.property(validProjects, (project) => {
      const { selection, details } = outcomes(project)
      const { duty } = details
      const able = referenceCatalogue.models.some(({ tMin, tMax, airflowM3h, capFactor }) => {
        const suits = tMin <= duty.zone.temperatureC && duty.zone.temperatureC <= tMax
        const airflow = mostUnits * airflowM3h * duty.inputs.fanSetting
        const capacity =
          (airflow / duty.zone.volumeM3Kg) *
          (duty.zone.humidityRatio - duty.rotor.supplyHumidityRatio) *
          Number(capFactor)
        return suits && capacity >= duty.needKgH && airflow >= duty.sweepFlowM3h
      })
      expect(selection.status).toBe(able ? 'ok' : 'noFit')
      if (selection.status === 'noFit') return
      expect(selection.count).toBeGreaterThanOrEqual(duty.inputs.units)
      expect(Number(selection.count) * Number(selection.unitCapacityKgH)).toBeGreaterThanOrEqual(selection.needKgH)
    }),
    runs,
  )
})

proof(
  'any valid project is calculated without an exception, and no number is NaN, infinite or negative where it must not be',
  () => {
    fc.assert(
      fc.property(validProjects, (project) => {
        const { selection, details, trace } = outcomes(project)
        const odd = [...numbersIn(selection), ...numbersIn(details), ...numbersIn(trace)].filter(
          ([, value]) => !Number.isFinite(value),
        )
        expect(odd).toEqual([])
        const { needKgH, requiredAirflowM3h, frostWithoutKgDay, frostResidualKgH, energyKwhDay, reduction } = selection
        for (const value of [needKgH, requiredAirflowM3h, frostWithoutKgDay, frostResidualKgH ?? 0, energyKwhDay ?? 0])
          expect(value).toBeGreaterThanOrEqual(0)
        expect(reduction ?? 0).toBeLessThanOrEqual(1)
        expect(details.duty.rotor.effectiveness).toBeGreaterThan(0)
      }),
      runs,
    )
  },
)

proof('colder outside than inside is calculated like anything else', () => {
  const cold = validProjects.map(
    (project): ProjectData => ({
      ...project,
      designTempStorage: Math.abs(project.designTempStorage ?? 5) % 20 || 5,
      outdoorTemp: -30,
    }),
  )
  fc.assert(
    fc.property(cold, (project) => {
      const { selection, details } = outcomes(project)
      expect(selection.warnings.map(({ code }) => code)).toContain('outdoorNotWarmer')
      expect(details.duty.cases.design.zone.temperatureC).toBe(project.designTempStorage)
      expect(details.duty.cases.design.doors.every(({ fullFlowKgS }) => fullFlowKgS > 0)).toBe(true)
    }),
    runs,
  )
})

proof('nothing is cut or extrapolated without saying so', () => {
  fc.assert(
    fc.property(validProjects, (project) => {
      const { selection, details } = outcomes(project)
      const codes = selection.warnings.map(({ code }) => code)
      const { duty } = details
      const { peak } = duty.cases
      const asked = (project.humidityContentMax ?? 0) / 1_000
      expect(codes.includes('humidityCut')).toBe(asked > peak.outdoor.humidityRatio * (1 + 1e-12))
      expect(codes.includes('extrapolated')).toBe(duty.rotor.extrapolated)
      const doors = [...duty.cases.design.doors, ...peak.doors].filter(({ door }) => door.state === 'occasionally')
      expect(codes.includes('openingLimited')).toBe(
        doors.some(
          ({ door, effectiveSeconds }) => door.openingsPerDay > 0 && effectiveSeconds < duty.inputs.openSeconds,
        ),
      )
      const busy = doors.some(({ openFraction }) => openFraction >= 1)
      if (busy) expect(codes).toContain('openAllTheTime')
      expect(codes.includes('altitudeAssumed')).toBe(project.altitudeAvg === null)
    }),
    runs,
  )
})

proof('the reduction is a share, and the whole of it is reported of a dry coil and of no other', () => {
  fc.assert(
    fc.property(validProjects, madeUpCatalogues, (project, catalogue) => {
      const { selection, details } = outcomes(project, catalogue)
      const { reduction, frostWithKgDay, storeHumidityGKg } = selection
      expect(selection.warnings.some(({ code }) => code === 'frostIncreased')).toBe(details.frost?.isIncreased ?? false)
      if (reduction === null) return
      expect(reduction).toBeGreaterThanOrEqual(0)
      expect(reduction).toBeLessThanOrEqual(1)
      expect([reduction === 1, storeHumidityGKg === null]).toEqual([frostWithKgDay === 0, frostWithKgDay === 0])
    }),
    runs,
  )
})

proof('more moisture released never means less frost, without equipment or with the same', () => {
  const more = fc.double({ min: 0, max: 50, noNaN: true })
  fc.assert(
    fc.property(validProjects, more, (project, by) => {
      const { details } = outcomes(project)
      const { duty, choice } = details
      const wetter = dutyOfInputs({ ...duty.inputs, moistureKgH: duty.inputs.moistureKgH + by })
      if (!noLess(wetter.coil.without.dayKg, duty.coil.without.dayKg)) return false
      // The balance is solved to thirteen digits of the entering moisture, of which frost may be a small part.
      const rounding = 1e-9 * Math.max(1, wetter.coil.without.dayKg)
      return (
        choice === null || frostOf(silentCalculator, wetter, choice).dayKg >= (details.frost?.dayKg ?? 0) - rounding
      )
    }),
    runs,
  )
})

proof('a higher rating of the chosen model never means another or a second unit', () => {
  const better = fc.double({ min: 1, max: 3, noNaN: true })
  fc.assert(
    fc.property(validProjects, madeUpCatalogues, better, (project, catalogue, by) => {
      const before = outcomes(project, catalogue).selection
      const models = catalogue.models.map((model) => {
        if (model.model !== before.model) return model
        const points = model.points.map((point) => ({ ...point, kgH: point.kgH * by }))
        return {
          ...model,
          points,
          capFactor: model.capFactor && model.capFactor * by,
          ratedCapacityKgH: model.ratedCapacityKgH && model.ratedCapacityKgH * by,
        }
      })
      const after = outcomes(project, { ...catalogue, models }).selection
      expect(after.model).toBe(before.model)
      expect(after.count ?? 0).toBeLessThanOrEqual(before.count ?? 0)
    }),
    runs,
  )
})
