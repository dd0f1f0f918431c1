import { describe, expect, test } from 'vitest'
import { exampleA } from '#tests/support/projects.ts'
import type { Catalogue } from './model.ts'
import type { ProjectData } from './project-fields.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { plantCop } from './refrigeration-plant.ts'
import { unitsDayKwh, withEquipmentKwh } from './running.ts'
import { selectEquipment } from './select.ts'

function runningOf(changed: Partial<ProjectData> = {}, catalogue: Catalogue = referenceCatalogue) {
  const outcome = selectEquipment({ ...exampleA, ...changed }, catalogue)
  if (!outcome.complete || !outcome.selection.running) throw new Error(JSON.stringify(outcome))
  return { ...outcome.selection.running, selection: outcome.selection }
}

test('charge frost with its latent heat and its defrosts through the plant, as calculated by hand', () => {
  const { day, selection } = runningOf()
  // 39.996 kWh latent, 5.520 kWh to melt: a defrost heater gives 27.60 kWh, 22.08 of it stay, COP 1.5 at -20 °C.
  expect(day.frostWithoutKwh).toBeCloseTo((39.996 + 22.08) / 1.5 + 27.6, 1)
  expect(day.frostWithKwh / day.frostWithoutKwh).toBeCloseTo(1 - (selection.reduction ?? 0), 6)
  expect(day.unitsKwh).toBeCloseTo(selection.energyKwhDay ?? 0, 6)
  // 4.1305 kW for 44.894 / 4.59076 hours, COP 2.5 in the room of 5 °C.
  expect(day.coolingKwh).toBeCloseTo((4.1305 * 44.894) / 4.59076 / 2.5, 1)
})

test('use COP 1.5 at -18 °C and colder, 2.5 at 0 °C and warmer, and a straight line between', () => {
  expect([-40, -18, -9, 0, 12].map((T) => plantCop.compute({ T }))).toEqual([1.5, 1.5, 2, 2.5, 2.5])
})

test('sum up a year from its months, and report if drying needs more than it saves', () => {
  const { months, year, savedKwh } = runningOf()
  expect(months).toHaveLength(12)
  expect(year?.unitsKwh).toBeCloseTo(months?.reduce((sum, { unitsKwh }) => sum + unitsKwh, 0) ?? 0, 6)
  expect(savedKwh).toBeCloseTo((year?.frostWithoutKwh ?? 0) - (year ? withEquipmentKwh(year) : 0), 6)
  expect(savedKwh).toBeLessThan(0)
  expect(runningOf({ tempWinterAvg: null })).toMatchObject({ months: null, year: null, savedKwh: null, costWith: null })
})

describe('show costs only if prices are known', () => {
  test('none without an electricity price, and no payback without a saving', () => {
    expect(runningOf({ unitPrice: 50_000 })).toMatchObject({
      costWithout: null,
      costWith: null,
      investment: 50_000,
      paybackYears: null,
    })
    const { year, costWithout, costWith, paybackYears, currency } = runningOf({
      electricityPrice: 0.8,
      unitPrice: 50_000,
    })
    expect([costWithout, costWith]).toEqual([
      0.8 * Number(year?.frostWithoutKwh),
      0.8 * (year ? withEquipmentKwh(year) : 0),
    ])
    expect([paybackYears, currency]).toEqual([null, 'CNY'])
  })

  test('a payback from a saving and both prices; steam heat is not electricity and has no price', () => {
    const thrifty = referenceCatalogue.models.map((model) => ({
      ...model,
      regenKw: model.regenKw / 1_000,
      fanKw: model.fanKw / 1_000,
      price: 100_000,
      currency: 'CNY',
    }))
    const saving = runningOf({ electricityPrice: 0.8 }, { ...referenceCatalogue, models: thrifty })
    expect(saving.savedKwh).toBeGreaterThan(0)
    expect(saving.paybackYears).toBeCloseTo(100_000 / (0.8 * Number(saving.savedKwh)), 6)
    const steam = runningOf(
      { electricityPrice: 0.8 },
      { ...referenceCatalogue, models: thrifty.map((model) => ({ ...model, heatSource: 'steam' as const })) },
    )
    expect(steam.paybackYears).toBeNull()
    expect(steam.year?.heatKwh).toBeGreaterThan(0)
    expect(
      runningOf(
        { electricityPrice: 0.8 },
        { ...referenceCatalogue, models: thrifty.map((model) => ({ ...model, currency: 'EUR' })) },
      ),
    ).toMatchObject({
      investment: null,
      paybackYears: null,
    })
  })
})

test('reduce defrosts with the frost, and show none for a coil with condensate only', () => {
  const { defrostsWithoutDay, defrostsWithDay, selection } = runningOf()
  expect(defrostsWithoutDay).toBeGreaterThan(0.5)
  expect(defrostsWithoutDay).toBeLessThan(6)
  expect(Number(defrostsWithDay) / Number(defrostsWithoutDay)).toBeCloseTo(1 - (selection.reduction ?? 0), 6)
  expect(runningOf({ designTempStorage: 12, designHumidityStorage: 85 })).toMatchObject({
    defrostsWithoutDay: null,
    defrostsWithDay: null,
  })
})

describe('run units in the store for the stated frost, not only for the stated humidity', () => {
  const store = { reentryRoomLength: null, reentryRoomWidth: null, reentryRoomHeight: null }
  function inStore(changed: Partial<ProjectData>) {
    const outcome = selectEquipment({ ...exampleA, ...changed }, referenceCatalogue)
    if (!outcome.complete || !outcome.selection.running) throw new Error(JSON.stringify(outcome))
    const result = (step: string) => outcome.trace.find((some) => some.step === `running.${step}`)?.result ?? Number.NaN
    return { outcome, selection: outcome.selection, running: outcome.selection.running, result }
  }

  test('run all hours if the coil stays wet', () => {
    const { outcome, selection, running, result } = inStore(store)
    const { choice, duty, frost } = outcome.details
    if (!choice) throw new Error('nothing fits')
    expect([frost?.open.frostKgH === 0, result('open.share')]).toEqual([false, 1])
    const hours = duty.inputs.windowHours + (24 - duty.inputs.windowHours) * result('closed.share')
    expect(running.day.unitsKwh).toBeCloseTo(choice.count * (24 * choice.model.fanKw + choice.model.regenKw * hours), 6)
    expect(unitsDayKwh(selection)).toBe(running.day.unitsKwh)
  })

  test('run for the moisture that enters at its humidity if the coil stays dry, as calculated by hand', () => {
    const { outcome, selection, running, result } = inStore({
      ...store,
      designTempStorage: 2,
      designHumidityStorage: 90,
      outdoorTemp: 26.8,
      outdoorHumidity: 40,
    })
    const { choice, duty } = outcome.details
    if (!choice) throw new Error('nothing fits')
    const { cases, coil, inputs } = duty
    const drier = 3_600 * (cases.design.outdoor.humidityRatio - coil.humidityRatio)
    const { openFlowKgS, leakFlowKgS, sealFlowKgS } = cases.design
    const kgDay = drier * ((openFlowKgS + leakFlowKgS) * inputs.windowHours + sealFlowKgS * (24 - inputs.windowHours))
    const { model, count } = choice
    expect(selection.frostWithKgDay).toBe(0)
    expect(running.day.unitsKwh).toBeCloseTo(
      24 * count * model.fanKw + (count * model.regenKw * kgDay) / result('open.capacity'),
      6,
    )
    expect(running.day.unitsKwh).toBeGreaterThan(selection.energyKwhDay ?? Number.NaN)
    // The alternative "dry coil" keeps the same coil dry: with the same units it uses the same energy.
    const dry = selection.alternatives.find(({ kind }) => kind === 'dryCoil')
    expect([dry?.model, dry?.count]).toEqual([selection.model, selection.count])
    expect(dry?.energyKwhDay).toBeCloseTo(running.day.unitsKwh, 6)
  })
})
