import { constants } from './constants.ts'
import { defineFormula } from './formula.ts'

const {
  copColdTemperature,
  copCold,
  copWarmTemperature,
  copWarm,
  defrostEfficiency,
  defrostStays,
  frostThickness,
  frostDensity,
  coilAirTransfer,
  airHeat,
} = constants
const secondsPerHour = 3_600
const wattsPerKilowatt = 1_000
const millimetresPerMetre = 1_000

/** Refrigeration plant: kWh of cold per kWh of electricity. */
export const plantCop = defineFormula({
  expression: '1.5 + (2.5 - 1.5) * min(1, max(0, (T - -18) / (0 - -18)))',
  units: { T: '°C' },
  unit: '-',
  source: 'refrigeration plant: 1.5 at -18 °C and colder to 2.5 at 0 °C and warmer, estimate [J]',
  compute: ({ T }) => {
    const share = Math.min(
      1,
      Math.max(0, (T - copColdTemperature.value) / (copWarmTemperature.value - copColdTemperature.value)),
    )
    return copCold.value + (copWarm.value - copCold.value) * share
  },
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
export const defrostsPerDay = defineFormula({
  expression: 'F / (A_c * 1 / 1000 * 200)',
  units: { F: 'kg/day', A_c: 'm²' },
  unit: '1/day',
  source: 'a defrost each time that frost of 1 mm and 200 kg/m³ lies on the coil; estimate [J]',
  compute: ({ F, A_c }) => F / (((A_c * frostThickness.value) / millimetresPerMetre) * frostDensity.value),
})
