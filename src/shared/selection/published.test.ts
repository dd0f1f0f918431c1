import psychrolib from 'psychrolib'
import { describe, expect, test } from 'vitest'
import { silentCalculator } from './formula.ts'
import {
  airOf,
  enthalpyKjKg,
  humidityRatioOf,
  pressureAtAltitude,
  saturationHumidityRatio,
  saturationPressurePa,
  saturationTemperatureC,
} from './psychrometrics.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { rotorOf } from './rotor.ts'
import { noFogLimit } from './zone.ts'

const seaLevel = 101_325
const away = (actual: number, published: number) => Math.abs(actual / published - 1)

describe('ASHRAE tables', () => {
  test.each([
    [-20, 103.24],
    [-5, 401.74],
    [5, 872.6],
    [25, 3_169.7],
  ])('saturation pressure at %d °C is %d Pa', (temperature, published) =>
    expect(away(saturationPressurePa(temperature), published)).toBeLessThan(0.0005),
  )

  test.each([
    [-20, 0.0006373],
    [25, 0.020173],
  ])('saturated air at %d °C contains %d kg/kg', (temperature, published) =>
    expect(away(saturationHumidityRatio(temperature, seaLevel), published)).toBeLessThan(0.005),
  )

  test.each([
    [500, 95_461],
    [1_000, 89_875],
  ])('pressure at %d m is %d Pa', (altitude, published) =>
    expect(Math.abs(pressureAtAltitude.compute({ z: altitude }) - published)).toBeLessThan(1),
  )

  test('enthalpy of saturated air at -20 °C is -18.542 kJ/kg', () =>
    expect(away(enthalpyKjKg(-20, saturationHumidityRatio(-20, seaLevel)), -18.542)).toBeLessThan(0.001))

  test('Example 1: 40 °C with 20 °C wet bulb contains 0.0065 kg/kg, to the printed precision', () =>
    expect(Math.abs(psychrolib.GetHumRatioFromTWetBulb(40, 20, seaLevel) - 0.0065)).toBeLessThan(0.00015))

  test('invert the saturation pressure to its temperature, also at the transition from ice to water', () => {
    for (let temperature = -90; temperature <= 60; temperature += 0.25)
      expect(saturationTemperatureC(saturationPressurePa(temperature))).toBeCloseTo(temperature, 6)
    for (const temperature of [-0.01, 0, 0.01, 0.02])
      expect(Math.abs(saturationTemperatureC(saturationPressurePa(temperature)) - temperature)).toBeLessThan(0.005)
  })
})

test('dry 20 °C and 8.7 g/kg to 3.9 g/kg, as in the Cotes CR100 manual, within 5 %', () => {
  const zone = airOf(silentCalculator, '', 20, humidityRatioOf.compute({ T: 20, RH: 60, P: seaLevel }), seaLevel)
  const rotor = rotorOf(silentCalculator, 'rotor', zone, 1, seaLevel)
  expect(away(zone.humidityRatio, 0.0087)).toBeLessThan(0.01)
  expect(away(rotor.supplyHumidityRatio, 0.0039)).toBeLessThan(0.05)
  expect(rotor.extrapolated).toBe(false)
})

const celsius = (fahrenheit: number) => (fahrenheit - 32) / 1.8
test.each([
  [-10, 55],
  [0, 70],
])(
  'keep a dock at 34 °F before a freezer of %d °F free of fog up to about %d percent, as in Tippmann',
  (freezer, published) => {
    const [T_r, T_z] = [celsius(freezer), celsius(34)]
    const W_r = humidityRatioOf.compute({ T: T_r, RH: 85, P: seaLevel })
    const limit = noFogLimit.compute({ T_r, W_r, T_z, P: seaLevel })
    const humidity = 100 * psychrolib.GetRelHumFromHumRatio(T_z, limit, seaLevel)
    expect(Math.abs(humidity - published), `${humidity} %`).toBeLessThan(4)
  },
)

test('rate the reference series by the rotor map at 20 °C and 60 %, with proportional fans and heat', () => {
  const zone = airOf(silentCalculator, '', 20, humidityRatioOf.compute({ T: 20, RH: 60, P: seaLevel }), seaLevel)
  const { supplyHumidityRatio } = rotorOf(silentCalculator, 'rotor', zone, 1, seaLevel)
  for (const { airflowM3h, capFactor, ratedCapacityKgH, fanKw, regenKw, family } of referenceCatalogue.models) {
    const capacity = (airflowM3h / zone.volumeM3Kg) * (zone.humidityRatio - supplyHumidityRatio) * Number(capFactor)
    expect(away(Number(ratedCapacityKgH), capacity)).toBeLessThan(0.005)
    expect(fanKw).toBeCloseTo(0.05 + 0.0004 * airflowM3h, 2)
    // The published map has its own regeneration flow: one power per m³/h, and 15 % more for cold air.
    expect(away(regenKw / airflowM3h, 0.00848 * (family === 'L' ? 1.15 : 1))).toBeLessThan(0.02)
  }
})
