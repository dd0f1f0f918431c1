import { constants } from './constants.ts'
import { type Calculator, defineFormula } from './formula.ts'
import { type Air, frostPoint } from './psychrometrics.ts'
import {
  clampedHumidity,
  clampedTemperature,
  leavingHumidityRatio,
  leavingHumidityTerms,
  leavingTemperatureTerms,
  polynomial,
  polynomialText,
} from './rotor-map.ts'

const { rotorLowestHumidity, rotorLowestTemperature } = constants
const wheel =
  'EnergyPlus default desiccant wheel (Worek, UIC for GRI), regeneration at 121 °C, DesiccantDehumidifiers.f90 [S]'

export const mapTemperature = defineFormula({
  expression: 'min(48.9, max(1.67, T_z))',
  units: { T_z: '°C' },
  unit: '°C',
  source: `${rotorLowestTemperature.source} and upper limit`,
  compute: ({ T_z }) => clampedTemperature(T_z),
})
export const mapHumidity = defineFormula({
  expression: 'min(0.02857, max(0.002857, W_z))',
  units: { W_z: 'kg/kg' },
  unit: 'kg/kg',
  source: `${rotorLowestHumidity.source} and upper limit`,
  compute: ({ W_z }) => clampedHumidity(W_z),
})
export const faceVelocity = defineFormula({
  expression: '4 * f',
  units: { f: '-' },
  unit: 'm/s',
  source: `${constants.rotorFaceVelocity.source} [J]`,
  compute: ({ f }) => constants.rotorFaceVelocity.value * f,
})
export const leavingHumidity = defineFormula({
  expression: `max(0.000857, ${polynomialText(leavingHumidityTerms)})`,
  units: { T: '°C', W: 'kg/kg', V: 'm/s' },
  unit: 'kg/kg',
  source: wheel,
  compute: ({ T, W, V }) => leavingHumidityRatio(T, W, V),
})
export const leavingTemperature = defineFormula({
  expression: polynomialText(leavingTemperatureTerms),
  units: { T: '°C', W: 'kg/kg', V: 'm/s' },
  unit: '°C',
  source: wheel,
  compute: ({ T, W, V }) => polynomial(leavingTemperatureTerms, T, W, V),
})
export const rotorEffectiveness = defineFormula({
  expression: '1 - W_out / W',
  units: { W_out: 'kg/kg', W: 'kg/kg' },
  unit: '-',
  source: 'share of the moisture that the rotor takes; held constant outside the map [J]',
  compute: ({ W_out, W }) => 1 - W_out / W,
})
export const supplyHumidity = defineFormula({
  expression: 'W_z * (1 - eps)',
  units: { W_z: 'kg/kg', eps: '-' },
  unit: 'kg/kg',
  source: 'definition of the effectiveness',
  compute: ({ W_z, eps }) => W_z * (1 - eps),
})
/** Within the map the quotient is 1. */
export const temperatureRise = defineFormula({
  expression: '(T_out - T) * (W_z - W_s) / (W - W_out)',
  units: { T_out: '°C', T: '°C', W_z: 'kg/kg', W_s: 'kg/kg', W: 'kg/kg', W_out: 'kg/kg' },
  unit: 'K',
  source: 'rise of the rotor map; outside of it in proportion to the moisture taken up [J]',
  compute: ({ T_out, T, W_z, W_s, W, W_out }) => ((T_out - T) * (W_z - W_s)) / (W - W_out),
})

export type Rotor = {
  effectiveness: number
  supplyHumidityRatio: number
  supplyFrostPointC: number
  faceVelocityMs: number
  /** Temperature rise by a rotor of the map's own level, K. */
  riseK: number
  /** The zone is outside the published map. */
  extrapolated: boolean
}

/** Return the effect of a rotor on the air of the zone, at a fraction `fanSetting` of the nominal air flow. */
export function rotorOf(
  calculator: Calculator,
  prefix: string,
  zone: Air,
  fanSetting: number,
  pressurePa: number,
): Rotor {
  const T = calculator.run(`${prefix}.mapTemperature`, mapTemperature, { T_z: zone.temperatureC })
  const W = calculator.run(`${prefix}.mapHumidityRatio`, mapHumidity, { W_z: zone.humidityRatio })
  const V = calculator.run(`${prefix}.faceVelocity`, faceVelocity, { f: fanSetting })
  const W_out = calculator.run(`${prefix}.leavingHumidityRatio`, leavingHumidity, { T, W, V })
  const eps = calculator.run(`${prefix}.effectiveness`, rotorEffectiveness, { W_out, W })
  const W_s = calculator.run(`${prefix}.supplyHumidityRatio`, supplyHumidity, { W_z: zone.humidityRatio, eps })
  const supplyFrostPointC = calculator.run(`${prefix}.supplyFrostPoint`, frostPoint, { W: W_s, P: pressurePa })
  const T_out = calculator.run(`${prefix}.leavingTemperature`, leavingTemperature, { T, W, V })
  return {
    effectiveness: eps,
    supplyHumidityRatio: W_s,
    supplyFrostPointC,
    faceVelocityMs: V,
    riseK: calculator.run(`${prefix}.rise`, temperatureRise, { T_out, T, W_z: zone.humidityRatio, W_s, W, W_out }),
    extrapolated: T !== zone.temperatureC || W !== zone.humidityRatio,
  }
}
