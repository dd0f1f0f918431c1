import { constants } from './constants.ts'
import { type Calculator, defineFormula } from './formula.ts'
import { type Air, frostPoint } from './psychrometrics.ts'

/** Source: EnergyPlus default desiccant wheel (Worek, UIC for GRI), regeneration at 121 °C; DesiccantDehumidifiers.f90. */
const c = [
  0.0148880824323806, -0.000283393198398211, -0.87802168940547, -0.000713615831236411, 0.0311261188874622, 1.51738892142485e-6, 0.0287250198281021,
  4.94796903231558e-6, 24.0771139652826, 0.000122270283927978, -0.0151657189566474, 3.91641393230322e-8, 0.126032651553348, 0.000391653854431574,
  0.002160537360507, 0.00132732844211593,
] as const

const { rotorLowestHumidity, rotorHighestHumidity, rotorLowestTemperature, rotorHighestTemperature, rotorLeastLeaving } = constants
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** Humidity ratio (kg/kg) leaving the wheel, for process air of T °C and W kg/kg at a face velocity of V m/s, all within the map. */
const leaving = (T: number, W: number, V: number): number =>
  Math.max(
    rotorLeastLeaving.value,
    c[0] +
      c[1] * T +
      c[2] * W +
      c[3] * V +
      c[4] * T * W +
      c[5] * T * V +
      c[6] * W * V +
      c[7] * T ** 2 +
      c[8] * W ** 2 +
      c[9] * V ** 2 +
      c[10] * T ** 2 * W ** 2 +
      c[11] * T ** 2 * V ** 2 +
      c[12] * W ** 2 * V ** 2 +
      c[13] * Math.log(T) +
      c[14] * Math.log(W) +
      c[15] * Math.log(V),
  )

const terms = ['', 'T', 'W', 'V', 'T*W', 'T*V', 'W*V', 'T^2', 'W^2', 'V^2', 'T^2*W^2', 'T^2*V^2', 'W^2*V^2', 'ln(T)', 'ln(W)', 'ln(V)'] as const

export const mapTemperature = defineFormula({
  expression: 'min(48.9, max(1.67, T_z))',
  units: { T_z: '°C' },
  unit: '°C',
  source: `${rotorLowestTemperature.source} and upper limit`,
  compute: ({ T_z }) => within(T_z, rotorLowestTemperature.value, rotorHighestTemperature.value),
})
export const mapHumidity = defineFormula({
  expression: 'min(0.02857, max(0.002857, W_z))',
  units: { W_z: 'kg/kg' },
  unit: 'kg/kg',
  source: `${rotorLowestHumidity.source} and upper limit`,
  compute: ({ W_z }) => within(W_z, rotorLowestHumidity.value, rotorHighestHumidity.value),
})
export const faceVelocity = defineFormula({
  expression: '4 * f',
  units: { f: '-' },
  unit: 'm/s',
  source: `${constants.rotorFaceVelocity.source} [J]`,
  compute: ({ f }) => constants.rotorFaceVelocity.value * f,
})
export const leavingHumidity = defineFormula({
  expression: `max(0.000857, ${c.map((value, index) => (terms[index] ? `${value}*${terms[index]}` : String(value))).join(' + ')})`,
  units: { T: '°C', W: 'kg/kg', V: 'm/s' },
  unit: 'kg/kg',
  source: 'EnergyPlus default desiccant wheel (Worek, UIC for GRI), regeneration at 121 °C, DesiccantDehumidifiers.f90 [S]',
  compute: ({ T, W, V }) => leaving(T, W, V),
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

export type Rotor = {
  effectiveness: number
  supplyHumidityRatio: number
  supplyFrostPointC: number
  faceVelocityMs: number
  /** The zone lies outside the published map. */
  extrapolated: boolean
}

/** What a rotor makes of the air of the zone, at a share `fanSetting` of the nominal air flow. */
export function rotorOf(calculator: Calculator, zone: Air, fanSetting: number, pressurePa: number): Rotor {
  const T = calculator.run('rotor.mapTemperature', mapTemperature, { T_z: zone.temperatureC })
  const W = calculator.run('rotor.mapHumidityRatio', mapHumidity, { W_z: zone.humidityRatio })
  const V = calculator.run('rotor.faceVelocity', faceVelocity, { f: fanSetting })
  const W_out = calculator.run('rotor.leavingHumidityRatio', leavingHumidity, { T, W, V })
  const eps = calculator.run('rotor.effectiveness', rotorEffectiveness, { W_out, W })
  const supplyHumidityRatio = calculator.run('rotor.supplyHumidityRatio', supplyHumidity, { W_z: zone.humidityRatio, eps })
  return {
    effectiveness: eps,
    supplyHumidityRatio,
    supplyFrostPointC: calculator.run('rotor.supplyFrostPoint', frostPoint, { W: supplyHumidityRatio, P: pressurePa }),
    faceVelocityMs: V,
    extrapolated: T !== zone.temperatureC || W !== zone.humidityRatio,
  }
}
