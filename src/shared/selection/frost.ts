import { constants } from './constants.ts'
import { type DoorFlow, doorFlowsOf } from './doors.ts'
import { type Calculator, defineFormula } from './formula.ts'
import { volumeOf } from './inputs.ts'
import { flowSum, type Moisture, moistureOf, perDay } from './loads.ts'
import { saturationPressurePa } from './psychrometrics.ts'
import type { Duty } from './sizing.ts'

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
export const coilLatent = defineFormula({
  expression: 'F * (T_coil < 0 ? 2833 : 2501) / 3600',
  units: { F: 'kg/day', T_coil: '°C' },
  unit: 'kWh/day',
  source: 'heat of sublimation 2833 kJ/kg, of condensation 2501 kJ/kg (EnergyPlus constants) [S]',
  compute: ({ F, T_coil }) => (F * (T_coil < 0 ? constants.sublimationHeat.value : constants.condensationHeat.value)) / 3_600,
})
export const defrost = defineFormula({
  expression: 'T_coil < 0 ? F * (335 + 2 * abs(T_coil)) / 3600 : 0',
  units: { F: 'kg/day', T_coil: '°C' },
  unit: 'kWh/day',
  source: 'heat of melting 335 kJ/kg, ice 2.0 kJ/(kg·K) (EnergyPlus constants) [S]',
  compute: ({ F, T_coil }) => (T_coil < 0 ? (F * (constants.meltingHeat.value + constants.iceHeat.value * Math.abs(T_coil))) / 3_600 : 0),
})
export const residualFrost = defineFormula({
  expression: '3600 * m_i * max(0, W_s - W_r)',
  units: { m_i: 'kg/s', W_s: 'kg/kg', W_r: 'kg/kg' },
  unit: 'kg/h',
  source: 'the same doors between zone and store; supply air is what the door draws in [J]',
  compute: ({ m_i, W_s, W_r }) => 3_600 * m_i * Math.max(0, W_s - W_r),
})
export const residualClosed = defineFormula({
  expression: '3600 * m_seal * max(0, W_s - W_r)',
  units: { m_seal: 'kg/s', W_s: 'kg/kg', W_r: 'kg/kg' },
  unit: 'kg/h',
  source: 'outside the operating window the closed doors leak, and the fans still run [J]',
  compute: ({ m_seal, W_s, W_r }) => 3_600 * m_seal * Math.max(0, W_s - W_r),
})
export const flowTotal = defineFormula({
  expression: 'm_o1 + m_o2 + m_o3 + m_l1 + m_l2 + m_l3',
  units: { m_o1: 'kg/s', m_o2: 'kg/s', m_o3: 'kg/s', m_l1: 'kg/s', m_l2: 'kg/s', m_l3: 'kg/s' },
  unit: 'kg/s',
  source: 'sum over the doors, open and closed',
  compute: ({ m_o1, m_o2, m_o3, m_l1, m_l2, m_l3 }) => m_o1 + m_o2 + m_o3 + m_l1 + m_l2 + m_l3,
})
export const reduction = defineFormula({
  expression: '1 - F_with / F_without',
  units: { F_with: 'kg/h', F_without: 'kg/h' },
  unit: '-',
  source: 'share of the frost that the equipment keeps away',
  compute: ({ F_with, F_without }) => 1 - F_with / F_without,
})

/** The coil and what settles on it without equipment, on the design day. Energy in kWh/day, estimates. */
export type Frost = {
  without: Moisture
  coilTemperatureC: number
  /** Relative humidity of the store below which the coil stays dry, %. */
  dryCoilHumidity: number
  coilLatentKwhDay: number
  /** 0 where the coil is not below 0 °C: then it is condensate. */
  defrostKwhDay: number
  isCondensate: boolean
}

export function frostOf(calculator: Calculator, { inputs, store, cases: { design } }: Duty): Frost {
  const without = moistureOf(calculator, 'frost', inputs, design, design.outdoor.humidityRatio, store.humidityRatio)
  const offset = inputs.store.type === 'tubeBank' ? constants.coilTubeBank : constants.coilFan
  const T_coil = calculator.run('coil.temperature', coilTemperature, { T_r: store.temperatureC, d: offset.value })
  const heat = { F: without.dayKg, T_coil }
  return {
    without,
    coilTemperatureC: T_coil,
    dryCoilHumidity: calculator.run('coil.dryHumidity', dryCoilHumidity, { T_coil, T_r: store.temperatureC }),
    coilLatentKwhDay: calculator.run('coil.latent', coilLatent, heat),
    defrostKwhDay: calculator.run('coil.defrost', defrost, heat),
    isCondensate: T_coil >= 0,
  }
}

/** What still reaches the store with the equipment at work: kg/h in the operating window, kg/day, and the share that is kept away; null where there was no frost. */
export type Residual = { doors: DoorFlow[]; frostKgH: number; dayKg: number; reduction: number | null }

export function residualOf(calculator: Calculator, duty: Duty, withoutKgH: number, sweepIsMet: boolean): Residual {
  const { inputs, zone, store, rotor } = duty
  // One opening exchanges no more than the smaller of the two rooms holds.
  const volumeM3 = Math.min(zone.volumeM3, volumeOf(inputs.store))
  const doors = zone.isRoom ? doorFlowsOf(calculator, 'inner', inputs, { from: zone, other: store, volumeM3, effectiveness: duty.effectiveness }) : []
  const open = doors.map(({ openFlowKgS }) => openFlowKgS)
  const leak = doors.map(({ leakFlowKgS }) => leakFlowKgS)
  const [m_o1 = 0, m_o2 = 0, m_o3 = 0] = open
  const [m_l1 = 0, m_l2 = 0, m_l3 = 0] = leak
  const m_i = calculator.run('inner.flow', flowTotal, { m_o1, m_o2, m_o3, m_l1, m_l2, m_l3 })
  const W_s = sweepIsMet ? rotor.supplyHumidityRatio : zone.humidityRatio
  const W_r = store.humidityRatio
  const frostKgH = calculator.run('residual.frost', residualFrost, { m_i, W_s, W_r })
  const [m_1 = 0, m_2 = 0, m_3 = 0] = doors.map(({ sealFlowKgS }) => sealFlowKgS)
  const m_seal = calculator.run('inner.sealFlow', flowSum, { m_1, m_2, m_3 })
  const M_closed = calculator.run('residual.closedRate', residualClosed, { m_seal, W_s, W_r })
  return {
    doors,
    frostKgH,
    dayKg: calculator.run('residual.perDay', perDay, { M: frostKgH, M_closed, theta_d: inputs.windowHours }),
    reduction: withoutKgH > constants.leastNeed.value ? calculator.run('residual.reduction', reduction, { F_with: frostKgH, F_without: withoutKgH }) : null,
  }
}
