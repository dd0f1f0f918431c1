import { constants } from './constants.ts'
import { type Calculator, defineFormula } from './formula.ts'
import type { SelectionInputs } from './inputs.ts'

// The curtains of doors: an air curtain, a strip curtain (door curtain), or both. A project chooses them once for all of
// its doors, by the fields hasAirCurtain and hasDoorCurtain.

/** Both curtains act in series: each reduces the flow that the other lets through. */
export const effectiveness = defineFormula({
  expression: 'min(0.95, 1 - (1 - E_strip) * (1 - E_air))',
  units: { E_strip: '-', E_air: '-' },
  unit: '-',
  source: 'ASHRAE, EnergyPlus, Jekel/IRC: about 0.90 for both [S]',
  compute: ({ E_strip, E_air }) => Math.min(constants.mostEffectiveness.value, 1 - (1 - E_strip) * (1 - E_air)),
})

/** Fraction of the exchange that curtains prevent, for every door that opens. */
export function effectivenessOf(calculator: Calculator, { airCurtain, doorCurtain, store }: SelectionInputs): number {
  const strip = store.temperatureC < 0 ? constants.stripCurtainFrozen : constants.stripCurtainChilled
  return calculator.run('curtains.effectiveness', effectiveness, {
    E_strip: doorCurtain ? strip.value : 0,
    E_air: airCurtain ? constants.airCurtain.value : 0,
  })
}

/** Return inputs with both curtains, or with none. */
export const withCurtains = (inputs: SelectionInputs, both: boolean): SelectionInputs => ({
  ...inputs,
  airCurtain: both,
  doorCurtain: both,
})
