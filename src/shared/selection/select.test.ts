import { describe, expect, test } from 'vitest'
import { exampleA, withoutRoom } from '#tests/support/projects.ts'
import { calculated } from '#tests/support/selections.ts'

/** The tolerance of the specification: half a percent. */
const close = (actual: number, expected: number, what: string) =>
  expect(Math.abs(actual / expected - 1), `${what}: ${actual}, expected ${expected}`).toBeLessThan(0.005)

describe('worked example A', () => {
  const { selection, details, trace } = calculated(exampleA)
  const traced = (step: string) => {
    const found = trace.find((row) => row.step === step)
    if (!found) throw new Error(`no step ${step}`)
    return found.result
  }

  test.each([
    ['pressure', 100_825.05],
    ['design.outdoor.humidityRatio', 20.3824e-3],
    ['peak.outdoor.humidityRatio', 21.3e-3],
    ['store.humidityRatio', 0.541894e-3],
    ['store.frostPoint', -21.68],
    ['design.zone.temperature', 5],
    ['design.zone.noFogLimit', 2.93846e-3],
    ['design.zone.humidityRatio', 2.857e-3],
    ['design.zone.relativeHumidity', 52.84],
    ['design.outdoor.density', 1.13803],
    ['design.zone.density', 1.26064],
    ['design.zone.volume', 0.795512],
    ['curtains.effectiveness', 0.9],
    ['design.door1.densityFactor', 0.97453],
    ['design.door1.meanVelocity', 0.345686],
    ['design.door1.fullFlow', 2.8239],
    ['design.door1.flowFactor', 0.8],
    ['design.door1.openFraction', 0.2],
    ['design.door1.openFlow', 0.0451824],
    ['design.door1.leakFlow', 0.00528433],
    ['design.door2.meanVelocity', 0.312041],
    ['design.door2.fullFlow', 1.0385],
    ['design.door2.flowFactor', 0.8],
    ['design.door2.openFraction', 0.0111111],
    ['design.door2.openFlow', 0.000923114],
    ['design.door2.leakFlow', 0.00435468],
    ['design.infiltration', 2.90886],
    ['design.leakage', 0.608137],
    ['design.load', 3.51699],
    ['design.closedRate', 0.694573],
    ['design.perDay', 44.894],
    ['peak.load', 3.9514],
    ['summer.load', 3.21229],
    ['winter.load', 0.71078],
    ['need', 3.9514],
    ['rotor.effectiveness', 0.639132],
    ['rotor.supplyHumidityRatio', 1.031e-3],
    ['rotor.supplyFrostPoint', -14.9],
    ['moistureFlow', 1_721.46],
    ['sweep.area', 0.648],
    ['sweep.flow', 1_166.4],
    ['requiredFlow', 1_721.46],
    ['selection.unitCapacity', 4.59076],
    ['selection.margin', 0.1618],
    ['frost.load', 3.98159],
    ['frost.perDay', 50.8245],
    ['coil.latent', 39.996],
    ['coil.defrost', 5.52],
    ['coil.temperature', -28],
    ['coil.dryHumidity', 45.3],
    ['coil.transfer', 15_706.2],
    ['coil.humidityRatio', 0.288389e-3],
    ['open.humidityRatio', 0.298473e-3],
    ['open.frost', 0.158381],
    ['residual.perDay', 2.0469],
    ['residual.reduction', 0.9597],
    ['supply.temperature', 10.879],
    ['supply.heat', 4.1305],
    ['year.frostWithout', 10_392.6],
    ['year.frostWith', 747.12],
    ['energy', 186.65],
    ['crossCheck', 4.66288],
  ])('%s is %d', (step, expected) => close(traced(step), expected, step))

  test('choose one S-2000, with the numbers of the trace', () => {
    expect(selection).toMatchObject({
      status: 'ok',
      governs: 'peak',
      model: 'S-2000',
      count: 1,
      noFit: null,
      warnings: [],
    })
    expect(selection).toMatchObject({
      needKgH: traced('need'),
      requiredAirflowM3h: traced('requiredFlow'),
      unitCapacityKgH: traced('selection.unitCapacity'),
      margin: traced('selection.margin'),
      frostWithoutKgDay: traced('frost.perDay'),
      frostResidualKgH: traced('open.frost'),
      frostWithKgDay: traced('residual.perDay'),
      storeHumidityGKg: 1_000 * traced('open.humidityRatio'),
      supplyTempC: traced('supply.temperature'),
      sensibleHeatKw: traced('supply.heat'),
      annualFrostWithoutKg: traced('year.frostWithout'),
      annualFrostWithKg: traced('year.frostWith'),
      dryCoilNeedKgH: null,
      setPointGKg: null,
      capacityBasis: 'referenceSeries',
      isCondensate: false,
      reduction: traced('residual.reduction'),
      energyKwhDay: traced('energy'),
    })
    expect(details.crossCheckKgH).toBe(traced('crossCheck'))
    expect(selection.needKgH.toFixed(3)).toBe('3.951')
    expect(Math.round(selection.requiredAirflowM3h)).toBe(1_721)
  })

  test('offer a reserve, the next size, more smaller ones, the strict target, no curtains, no re-entry room', () => {
    const rows = Object.fromEntries(selection.alternatives.map((row) => [row.kind, row]))
    expect(Object.keys(rows)).toEqual([
      'nPlusOne',
      'nextSize',
      'moreSmaller',
      'strictTarget',
      'withoutCurtains',
      'withoutReentryRoom',
    ])
    expect(rows.nPlusOne).toMatchObject({ model: 'S-2000', count: 2 })
    expect(rows.nextSize).toMatchObject({ model: 'S-2500', count: 1 })
    expect(rows.moreSmaller).toMatchObject({ count: 2, status: 'ok' })
    expect(rows.strictTarget).toMatchObject({ frostResidualKgH: 0, frostWithKgDay: 0, reduction: 1 })
    expect(rows.withoutCurtains?.needKgH).toBeGreaterThan(selection.needKgH)
    expect(rows.withoutReentryRoom).toMatchObject({ model: 'L-16000', count: 1 })
    close(rows.withoutReentryRoom?.needKgH ?? 0, 6.04165, 'need without the room')
    close(rows.withoutReentryRoom?.requiredAirflowM3h ?? 0, 13_135.5, 'air flow without the room')
  })
})

test('choose one L-16000 for example A without its re-entry room, with a coil that is not dry', () => {
  const { selection } = calculated(withoutRoom)
  expect(selection).toMatchObject({ model: 'L-16000', count: 1 })
  close(selection.needKgH, 6.04165, 'need')
  close(selection.requiredAirflowM3h, 13_135.5, 'air flow')
  close(selection.frostWithoutKgDay, 65.933, 'frost without')
  close(selection.frostWithKgDay ?? 0, 12.914, 'frost with')
  close(selection.reduction ?? 0, 0.8041, 'reduction')
  close(selection.storeHumidityGKg ?? 0, 0.347995, 'humidity of the store')
  close(selection.supplyTempC ?? 0, -19.01, 'supply temperature')
  close(selection.sensibleHeatKw ?? 0, 6.155, 'sensible heat')
  close(selection.dryCoilNeedKgH ?? 0, 6.11885, 'need for a dry coil')
  close(selection.setPointGKg ?? 0, 0.288389, 'set point')
  close(selection.annualFrostWithoutKg ?? 0, 13_875.6, 'a year without')
  close(selection.annualFrostWithKg ?? 0, 980.64, 'a year with')
  const dry = selection.alternatives.find(({ kind }) => kind === 'dryCoil')
  expect(dry).toMatchObject({
    status: 'ok',
    needKgH: selection.dryCoilNeedKgH,
    frostWithKgDay: 0,
    reduction: 1,
    setPointGKg: selection.setPointGKg,
  })
  expect(Number(dry?.count) * Number(dry?.unitCapacityKgH)).toBeGreaterThanOrEqual(Number(dry?.needKgH))
  expect(selection.warnings).toEqual([expect.objectContaining({ code: 'extrapolated' })])
  expect(selection.alternatives.find(({ kind }) => kind === 'withReentryRoom')).toMatchObject({
    status: 'ok',
    model: 'S-2000',
    count: 1,
  })
})

test('freeze moisture released in the store, without sizing the room’s units for it', () => {
  const { selection } = calculated({ ...exampleA, moisture: 0.5 })
  expect(selection).toMatchObject({ model: 'S-2000', count: 1, needKgH: calculated(exampleA).selection.needKgH })
  close(selection.frostWithoutKgDay, 62.825, 'frost without')
  close(selection.frostWithKgDay ?? 0, 13.971, 'frost with')
  close(selection.reduction ?? 0, 0.7776, 'reduction')
})

test('calculate a chiller at +2 °C in a city with a winter mean of 0.0 °C, which is a temperature', () => {
  const chiller = {
    ...exampleA,
    designTempStorage: 2,
    designHumidityStorage: 90,
    tempWinterAvg: 0,
    humidityWinterAvg: 61,
    coldStorageUsage: 'apple',
  }
  const { selection, details } = calculated(chiller)
  expect(selection).toMatchObject({ status: 'ok', frostResidualKgH: expect.any(Number) })
  expect(details.duty.cases.winter?.outdoor.temperatureC).toBe(0)
  expect(details.duty.zone.humidityRatio).toBe(details.duty.store.humidityRatio)
  expect(details.duty.coil.isCondensate).toBe(false)
  expect(calculated({ ...chiller, designTempStorage: 0 }).details.duty.store.temperatureC).toBe(0)
})

test('state that dry enough outdoor air leaves only the moisture released inside', () => {
  const dry = {
    ...withoutRoom,
    outdoorTemp: -30,
    tempMaxYear: 5,
    humidityContentMax: 1,
    designTempStorage: 4,
    designHumidityStorage: 90,
    moisture: 3,
  }
  const { selection } = calculated({ ...dry, outdoorHumidity: 50 })
  expect(selection.needKgH).toBeCloseTo(3.3, 10)
  expect(selection.warnings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['outdoorDry', 'moistureHigh', 'outdoorNotWarmer']),
  )
  const none = calculated({ ...dry, outdoorHumidity: 50, moisture: 0 }).selection
  expect(none).toMatchObject({ needKgH: 0, margin: null })
  expect(none.warnings.map(({ code }) => code)).toContain('nothingToDry')
})
