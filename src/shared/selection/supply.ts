import type { Choice } from './catalogue.ts'
import { constants } from './constants.ts'
import { type Calculator, defineFormula } from './formula.ts'
import type { Duty } from './sizing.ts'

export const levelledRise = defineFormula({
  expression: 'dT * k',
  units: { dT: 'K', k: '-' },
  unit: 'K',
  source: 'rise of the rotor map at the level of the maker [J]',
  compute: ({ dT, k }) => dT * k,
})
export const supplyTemperature = defineFormula({
  expression: 'T_z + dT_s',
  units: { T_z: '°C', dT_s: 'K' },
  unit: '°C',
  source: 'the rotor warms the air that it dries',
  compute: ({ T_z, dT_s }) => T_z + dT_s,
})
export const sensibleHeat = defineFormula({
  expression: 'n * V * f / v_z * 1.006 * dT_s / 3600',
  units: { n: '-', V: 'm³/h', f: '-', v_z: 'm³/kg', dT_s: 'K' },
  unit: 'kW',
  source:
    'heat that the cooler of the re-entry room, or the plant of the store, must take; ASHRAE Fundamentals 2017 ch. 1',
  compute: ({ n, V, f, v_z, dT_s }) => (((n * V * f) / v_z) * constants.airHeat.value * dT_s) / 3_600,
})

/** Supply air of the design case: °C, and the heat that it adds, kW. */
export type Supply = { temperatureC: number; heatKw: number }

/** Return the supply air of all units into the zone on the design day. Source: spec 2c. */
export function supplyOf(
  calculator: Calculator,
  { cases: { design }, designRotor, inputs }: Duty,
  { model, count, level }: Choice,
): Supply {
  const { temperatureC, volumeM3Kg } = design.zone
  const dT_s = calculator.run('supply.rise', levelledRise, { dT: designRotor.riseK, k: level })
  return {
    temperatureC: calculator.run('supply.temperature', supplyTemperature, { T_z: temperatureC, dT_s }),
    heatKw: calculator.run('supply.heat', sensibleHeat, {
      n: count,
      V: model.airflowM3h,
      f: inputs.fanSetting,
      v_z: volumeM3Kg,
      dT_s,
    }),
  }
}
