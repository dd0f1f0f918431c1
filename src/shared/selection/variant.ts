import { type Catalogue, type Choice, choiceOf, choose, meets } from './catalogue.ts'
import { energyOf } from './energy.ts'
import { type Calculator, silentCalculator } from './formula.ts'
import { residualOf } from './frost.ts'
import type { SelectionInputs } from './inputs.ts'
import { moistureOf } from './loads.ts'
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
  frostResidualKgH: number | null
  reduction: number | null
  energyKwhDay: number | null
}

const frostWithout = ({ inputs, cases: { design }, store }: Duty) =>
  moistureOf(silentCalculator, '', inputs, design, design.outdoor.humidityRatio, store.humidityRatio)

/** A choice for a duty as one row of the table of alternatives. */
export function variantOf(duty: Duty, choice: Choice | null): Variant {
  const without = frostWithout(duty)
  const residual = choice && residualOf(silentCalculator, duty, without.loadKgH, meets({ ...duty, needKgH: 0 }, choice.model, 1, choice.count))
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
    frostWithoutKgDay: without.dayKg,
    frostResidualKgH: residual?.frostKgH ?? null,
    reduction: residual?.reduction ?? null,
    energyKwhDay: choice ? energyOf(silentCalculator, '', duty, choice) : null,
  }
}

/** The rule of the selection for a duty: model and number, or null when nothing fits. */
export function chosenFor(calculator: Calculator, duty: Duty, catalogue: Catalogue): Choice | null {
  const chosen = choose(silentCalculator, duty, catalogue)
  return chosen && choiceOf(calculator, 'selection', duty, chosen.model, chosen.count)
}

/** Other inputs, calculated and chosen from the beginning. */
export function recalculated(inputs: SelectionInputs, catalogue: Catalogue, options: DutyOptions): Variant {
  const duty = dutyOf(silentCalculator, inputs, options)
  return variantOf(duty, chosenFor(silentCalculator, duty, catalogue))
}
