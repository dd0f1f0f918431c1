import { constants } from './constants.ts'
import { defineFormula } from './formula.ts'

const { copColdTemperature, copCold, copWarmTemperature, copWarm } = constants

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
