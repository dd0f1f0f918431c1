import { constants } from './constants.ts'
import { defineFormula } from './formula.ts'

const { defrostEfficiency, defrostStays, frostThickness, frostDensity, coilAirTransfer, airHeat } = constants
const secondsPerHour = 3_600
const wattsPerKilowatt = 1_000
const millimetresPerMetre = 1_000

/** Heat that melts the frost of a day on the coil. */
export const defrost = defineFormula({
  expression: 'T_coil < 0 ? F * (335 + 2 * abs(T_coil)) / 3600 : 0',
  units: { F: 'kg/day', T_coil: '°C' },
  unit: 'kWh/day',
  source: 'heat of melting 335 kJ/kg, ice 2.0 kJ/(kg·K) (EnergyPlus constants) [S]',
  compute: ({ F, T_coil }) =>
    T_coil < 0 ? (F * (constants.meltingHeat.value + constants.iceHeat.value * Math.abs(T_coil))) / 3_600 : 0,
})
/**
 * Electricity for frost: its latent heat through the plant, the heat of its defrosts, and the part of that heat that
 * stays in the store.
 */
export const frostElectricity = defineFormula({
  expression: '(Q_lat + 0.8 * Q_melt / 0.2) / COP + Q_melt / 0.2',
  units: { Q_lat: 'kWh/day', Q_melt: 'kWh/day', COP: '-' },
  unit: 'kWh/day',
  source: 'a fifth of the heat of a defrost melts frost, 80 % of it stays in the store; estimate [J]',
  compute: ({ Q_lat, Q_melt, COP }) => {
    const defrost = Q_melt / defrostEfficiency.value
    return (Q_lat + defrostStays.value * defrost) / COP + defrost
  },
})
/** Area of the coil from its calibrated mass transfer. */
export const coilArea = defineFormula({
  expression: 'k_c / 3600 * 1.006 * 1000 / 25',
  units: { k_c: 'kg/h' },
  unit: 'm²',
  source: 'calibrated mass transfer over 25 W/(m²·K) / 1.006 kJ/(kg·K): Lewis relation, estimate [J]',
  compute: ({ k_c }) => ((k_c / secondsPerHour) * airHeat.value * wattsPerKilowatt) / coilAirTransfer.value,
})
/** Defrosts a day: the frost of a day over its greatest depth on the coil. */
export const defrostsPerDay = defineFormula({
  expression: 'F / (A_c * 1 / 1000 * 200)',
  units: { F: 'kg/day', A_c: 'm²' },
  unit: '1/day',
  source: 'a defrost each time that frost of 1 mm and 200 kg/m³ lies on the coil; estimate [J]',
  compute: ({ F, A_c }) => F / (((A_c * frostThickness.value) / millimetresPerMetre) * frostDensity.value),
})
