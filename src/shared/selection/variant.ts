import { type Choice, choiceOf, choose } from './catalogue.ts'
import { energyOf } from './energy.ts'
import { type Calculator, silentCalculator } from './formula.ts'
import { frostOf } from './frost.ts'
import type { SelectionInputs } from './inputs.ts'
import type { Catalogue } from './model.ts'
import { unitsInStoreKwh } from './running.ts'
import { type Duty, type DutyOptions, dutyOf } from './sizing.ts'

/** What a set of inputs, or another choice for the same inputs, comes to. null = there is no such number because nothing fits. */
export type Variant = {
  status: 'ok' | 'noFit'
  needKgH: number
  requiredAirflowM3h: number
  model: string | null
  count: number | null
  unitCapacityKgH: number | null
  /** Share of the need; null also where nothing has to be dried. */
  margin: number | null
  airflowM3h: number | null
  /** Fans and regeneration of all units, kW. */
  powerKw: number | null
  frostWithoutKgDay: number
  /** In the operating window. */
  frostResidualKgH: number | null
  frostWithKgDay: number | null
  /** Per day. */
  reduction: number | null
  energyKwhDay: number | null
  /** Humidity ratio at which the humidistat in the store stops the units, because the coil is dry; null with a re-entry room. */
  setPointGKg: number | null
}

const gramsPerKilogram = 1_000
/** g/kg at which units inside of the store have nothing to do any more. */
export const setPointOf = ({ coil, store }: Duty, isRoom: boolean): number | null =>
  isRoom ? null : gramsPerKilogram * Math.min(coil.humidityRatio, store.humidityRatio)

/** A choice for a duty as one row of the table of alternatives. */
export function variantOf(duty: Duty, choice: Choice | null): Variant {
  const frost = choice && frostOf(silentCalculator, duty, choice)
  return {
    status: choice ? 'ok' : 'noFit',
    needKgH: duty.needKgH,
    requiredAirflowM3h: duty.requiredAirflowM3h,
    model: choice?.model.model ?? null,
    count: choice?.count ?? null,
    unitCapacityKgH: choice?.unitCapacityKgH ?? null,
    margin: choice?.margin ?? null,
    airflowM3h: choice?.airflowM3h ?? null,
    powerKw: choice ? choice.count * (choice.model.fanKw + choice.model.regenKw) : null,
    frostWithoutKgDay: duty.coil.without.dayKg,
    frostResidualKgH: frost?.open.frostKgH ?? null,
    frostWithKgDay: frost?.dayKg ?? null,
    reduction: frost?.reduction ?? null,
    energyKwhDay:
      choice &&
      frost &&
      (duty.zone.isRoom ? energyOf(silentCalculator, duty, choice) : unitsInStoreKwh(duty, choice, frost)),
    setPointGKg: setPointOf(duty, duty.inputs.reentryRoom !== null),
  }
}

/** The rule of the selection for a duty: model and number, or null when nothing fits. */
export function chosenFor(calculator: Calculator, duty: Duty, catalogue: Catalogue): Choice | null {
  const chosen = choose(duty, catalogue)
  return chosen && choiceOf(calculator, 'selection', duty, chosen.model, chosen.count)
}

/** Other inputs, calculated and chosen from the beginning. */
export function recalculated(inputs: SelectionInputs, catalogue: Catalogue, options: DutyOptions): Variant {
  const duty = dutyOf(silentCalculator, inputs, options)
  return variantOf(duty, chosenFor(silentCalculator, duty, catalogue))
}
