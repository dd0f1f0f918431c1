import psychrolib from 'psychrolib'
import { type Calculator, defineFormula } from './formula.ts'

// The library keeps its unit system for the whole process and throws until it is set; no other module calls it.
psychrolib.SetUnitSystem(psychrolib.SI)

const ashrae = 'ASHRAE Fundamentals 2017 ch. 1 (psychrolib 1.1.1)'

/** Range of the saturation curve, slightly inside the library's -100 to 200, °C. */
const coldest = -99.99
const hottest = 199.99
const mostTurns = 60
const closeEnough = 1e-12
const kelvin = 273.15

/** Saturation pressure over ice below 0.01 °C, over water above, Pa. Source: ASHRAE Fundamentals 2017 ch. 1 eqn 5, 6. */
export const saturationPressurePa = (temperatureC: number): number => psychrolib.GetSatVapPres(temperatureC)
/** Humidity ratio of saturated air, kg/kg dry air. Source: ASHRAE Fundamentals 2017 ch. 1 eqn 36. */
export const saturationHumidityRatio = (temperatureC: number, pressurePa: number): number =>
  psychrolib.GetSatHumRatio(temperatureC, pressurePa)
/** Relative humidity, %, relative to ice below 0 °C. Source: ASHRAE Fundamentals 2017 ch. 1 eqn 20, 22. */
export const relativeHumidityPercent = (temperatureC: number, humidityRatio: number, pressurePa: number): number =>
  100 * psychrolib.GetRelHumFromHumRatio(temperatureC, humidityRatio, pressurePa)
/** Enthalpy, kJ/kg dry air. Source: ASHRAE Fundamentals 2017 ch. 1 eqn 30. */
export const enthalpyKjKg = (temperatureC: number, humidityRatio: number): number =>
  psychrolib.GetMoistAirEnthalpy(temperatureC, humidityRatio) / 1_000

/**
 * Return the temperature at which vapour of this pressure (Pa) is saturated, °C: dew point, or frost point below 0 °C.
 * By false position (Illinois) between ends that enclose the solution, on ln p over 1/T, which is nearly straight; the
 * library's own Newton search may oscillate for ever at the transition from ice to water.
 */
export function saturationTemperatureC(vapourPressurePa: number): number {
  const wanted = Math.log(vapourPressurePa)
  const gapAt = (inverse: number): number => Math.log(saturationPressurePa(1 / inverse - kelvin)) - wanted
  let [left, right] = [1 / (coldest + kelvin), 1 / (hottest + kelvin)]
  let [leftGap, rightGap] = [gapAt(left), gapAt(right)]
  if (leftGap >= 0) return coldest
  if (rightGap <= 0) return hottest
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const middle = (left * rightGap - right * leftGap) / (rightGap - leftGap)
    const gap = gapAt(middle)
    if (Math.abs(gap) < closeEnough) return 1 / middle - kelvin
    if (gap < 0) {
      ;[left, leftGap] = [middle, gap]
      rightGap /= 2
    } else {
      ;[right, rightGap] = [middle, gap]
      leftGap /= 2
    }
  }
  return 1 / left - kelvin
}

export const pressureAtAltitude = defineFormula({
  expression: '101325 * (1 - 2.25577e-5 * z)^5.2559',
  units: { z: 'm' },
  unit: 'Pa',
  source: `${ashrae} eqn 3`,
  compute: ({ z }) => psychrolib.GetStandardAtmPressure(z),
})

export const humidityRatioOf = defineFormula({
  expression: '0.621945 * RH/100 * pws(T) / (P - RH/100 * pws(T))',
  units: { T: '°C', RH: '%', P: 'Pa' },
  unit: 'kg/kg',
  source: `${ashrae} eqn 20, 22; pws over ice below 0 °C`,
  compute: ({ T, RH, P }) => psychrolib.GetHumRatioFromRelHum(T, RH / 100, P),
})

export const cappedHumidityRatio = defineFormula({
  expression: 'min(x / 1000, 0.621945 * pws(T) / (P - pws(T)))',
  units: { x: 'g/kg', T: '°C', P: 'Pa' },
  unit: 'kg/kg',
  source: 'annual highest humidity ratio, at most saturated at the annual highest temperature',
  compute: ({ x, T, P }) => Math.min(x / 1_000, saturationHumidityRatio(T, P)),
})

export const specificVolume = defineFormula({
  expression: '287.042 * (T + 273.15) * (1 + 1.607858 * W) / P',
  units: { T: '°C', W: 'kg/kg', P: 'Pa' },
  unit: 'm³/kg',
  source: `${ashrae} eqn 26, per kg of dry air`,
  compute: ({ T, W, P }) => psychrolib.GetMoistAirVolume(T, W, P),
})

export const density = defineFormula({
  expression: '(1 + W) / v',
  units: { W: 'kg/kg', v: 'm³/kg' },
  unit: 'kg/m³',
  source: `${ashrae} eqn 11, kg of moist air`,
  compute: ({ W, v }) => (1 + W) / v,
})

export const frostPoint = defineFormula({
  expression: 'Tsat(P * W / (0.621945 + W))',
  units: { W: 'kg/kg', P: 'Pa' },
  unit: '°C',
  source: `${ashrae} eqn 36 inverted; over ice below 0 °C`,
  compute: ({ W, P }) => saturationTemperatureC((P * W) / (0.621945 + W)),
})

export const relativeHumidityAt = defineFormula({
  expression: '100 * P * W / (0.621945 + W) / pws(T)',
  units: { T: '°C', W: 'kg/kg', P: 'Pa' },
  unit: '%',
  source: `${ashrae} eqn 20, 22; relative to ice below 0 °C`,
  compute: ({ T, W, P }) => relativeHumidityPercent(T, W, P),
})

/** Moist air: temperature °C, humidity ratio kg/kg dry air, specific volume m³/kg dry air, density kg moist air/m³. */
export type Air = { temperatureC: number; humidityRatio: number; volumeM3Kg: number; densityKgM3: number }

/** Return the state of air from its temperature (°C), humidity ratio (kg/kg) and pressure (Pa). */
export function airOf(
  calculator: Calculator,
  step: string,
  temperatureC: number,
  humidityRatio: number,
  pressurePa: number,
): Air {
  const volumeM3Kg = calculator.run(`${step}.volume`, specificVolume, {
    T: temperatureC,
    W: humidityRatio,
    P: pressurePa,
  })
  return {
    temperatureC,
    humidityRatio,
    volumeM3Kg,
    densityKgM3: calculator.run(`${step}.density`, density, { W: humidityRatio, v: volumeM3Kg }),
  }
}
