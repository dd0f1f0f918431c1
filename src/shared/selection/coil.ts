import { constants } from './constants.ts'
import { defrost } from './defrost-formulas.ts'
import { type Calculator, defineFormula, partOf } from './formula.ts'
import type { SelectionInputs } from './inputs.ts'
import { type ClimateLoad, type Moisture, moistureOf } from './moisture-loads.ts'
import { saturationHumidityRatio, saturationPressurePa } from './psychrometrics.ts'
import type { Store } from './zone.ts'

export const coilTemperature = defineFormula({
  expression: 'T_r - d',
  units: { T_r: '°C', d: 'K' },
  unit: '°C',
  source: 'cold-air fan 8 K, tube bank 10 K under the store [J]; GB 50072-2021 6.3.1 allows at most 10 K direct [S]',
  compute: ({ T_r, d }) => T_r - d,
})
export const dryCoilHumidity = defineFormula({
  expression: '100 * min(1, pws(T_coil) / pws(T_r))',
  units: { T_coil: '°C', T_r: '°C' },
  unit: '%',
  source: 'store humidity below which the coil stays dry; ASHRAE Fundamentals 2017 ch. 1',
  compute: ({ T_coil, T_r }) => 100 * Math.min(1, saturationPressurePa(T_coil) / saturationPressurePa(T_r)),
})
export const coilHumidityRatio = defineFormula({
  expression: 'Ws(T_coil, P)',
  units: { T_coil: '°C', P: 'Pa' },
  unit: 'kg/kg',
  source: 'saturated air at the surface of the coil; ASHRAE Fundamentals 2017 ch. 1',
  compute: ({ T_coil, P }) => saturationHumidityRatio(T_coil, P),
})
export const calibrationHumidityRatio = defineFormula({
  expression: 'W_r > W_c ? W_r : Ws(T_r, P)',
  units: { W_r: 'kg/kg', W_c: 'kg/kg', T_r: '°C', P: 'Pa' },
  unit: 'kg/kg',
  source: 'the stated humidity of the store; saturation where a coil alone cannot hold it [J]',
  compute: ({ W_r, W_c, T_r, P }) => (W_r > W_c ? W_r : saturationHumidityRatio(T_r, P)),
})
export const coilTransfer = defineFormula({
  expression: 'M_0 / (W_k - W_c)',
  units: { M_0: 'kg/h', W_k: 'kg/kg', W_c: 'kg/kg' },
  unit: 'kg/h',
  source:
    'without equipment all that enters ends on the coil while the store stays at its humidity: kg/h per kg/kg [J]',
  compute: ({ M_0, W_k, W_c }) => M_0 / (W_k - W_c),
})
export const coilLatent = defineFormula({
  expression: 'F * (T_coil < 0 ? 2833 : 2501) / 3600',
  units: { F: 'kg/day', T_coil: '°C' },
  unit: 'kWh/day',
  source: 'heat of sublimation 2833 kJ/kg, of condensation 2501 kJ/kg (EnergyPlus constants) [S]',
  compute: ({ F, T_coil }) =>
    (F * (T_coil < 0 ? constants.sublimationHeat.value : constants.condensationHeat.value)) / 3_600,
})

/**
 * The coil of the store, the moisture that settles on it on the design day without equipment, and its calibration by
 * that. Energy in kWh/day, estimates.
 */
export type Coil = {
  temperatureC: number
  /** Humidity ratio of saturated air at its surface, kg/kg: store air of this humidity keeps it dry. */
  humidityRatio: number
  /** Relative humidity of the store below which the coil stays dry, %. */
  dryHumidity: number
  /** kg/h that settle per kg/kg of difference. */
  transferKgH: number
  /** The stated humidity is too low for the coil alone; the calibration is at saturation. */
  isBelowCoil: boolean
  without: Moisture
  latentKwhDay: number
  /** 0 if the coil is not below 0 °C: then it is condensate. */
  defrostKwhDay: number
  isCondensate: boolean
}

/**
 * Return the moisture that would settle on the coil without equipment, in one climate: all that enters, towards the
 * store's own humidity.
 */
export const withoutEquipment = (
  calculator: Calculator,
  inputs: SelectionInputs,
  store: Store,
  load: ClimateLoad,
): Moisture =>
  moistureOf(partOf(calculator, 'frost'), inputs, load, {
    outside: load.outdoor.humidityRatio,
    inside: store.humidityRatio,
    internalKgH: inputs.moistureKgH,
  })

export function coilOf(
  calculator: Calculator,
  inputs: SelectionInputs,
  store: Store,
  design: ClimateLoad,
  pressurePa: number,
): Coil {
  const without = withoutEquipment(calculator, inputs, store, design)
  const [T_r, W_r] = [store.temperatureC, store.humidityRatio]
  const offset = inputs.store.type === 'tubeBank' ? constants.coilTubeBank : constants.coilFan
  const T_coil = calculator.run('coil.temperature', coilTemperature, { T_r, d: offset.value })
  const W_c = calculator.run('coil.humidityRatio', coilHumidityRatio, { T_coil, P: pressurePa })
  const W_k = calculator.run('coil.calibrationHumidityRatio', calibrationHumidityRatio, {
    W_r,
    W_c,
    T_r,
    P: pressurePa,
  })
  const heat = { F: without.dayKg, T_coil }
  return {
    temperatureC: T_coil,
    humidityRatio: W_c,
    dryHumidity: calculator.run('coil.dryHumidity', dryCoilHumidity, { T_coil, T_r }),
    transferKgH: calculator.run('coil.transfer', coilTransfer, { M_0: without.loadKgH, W_k, W_c }),
    isBelowCoil: W_r <= W_c,
    without,
    latentKwhDay: calculator.run('coil.latent', coilLatent, heat),
    defrostKwhDay: calculator.run('coil.defrost', defrost, heat),
    isCondensate: T_coil >= 0,
  }
}
