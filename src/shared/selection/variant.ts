import { type Choice, choiceOf, choose } from './catalogue.ts'
import { energyOf } from './energy.ts'
import { type Calculator, silentCalculator } from './formula.ts'
import { frostOf } from './frost.ts'
import type { SelectionInputs } from './inputs.ts'
import type { Catalogue } from './model.ts'
import { unitsInStoreKwh } from './running.ts'
import { type Duty, type DutyOptions, dutyOf } from './sizing.ts'

/**
 * The result for a set of inputs, or for another choice with the same inputs. null = no such number because nothing
 * fits.
 */
export type Variant = {
  status: 'ok' | 'noFit'
  needKgH: number
  requiredAirflowM3h: number
  model: string | null
  count: number | null
  unitCapacityKgH: number | null
  /** Fraction of the need; also null if nothing has to be dried. */
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
  /**
   * Humidity ratio at which the humidistat in the store stops the units, because the coil is dry; null with a re-entry
   * room.
   */
  setPointGKg: number | null
}

const gramsPerKilogram = 1_000
/** Return the humidity ratio in g/kg at which units inside the store stop. */
export const setPointOf = ({ coil, store }: Duty, isRoom: boolean): number | null =>
  isRoom ? null : gramsPerKilogram * Math.min(coil.humidityRatio, store.humidityRatio)

/** Return a choice for a duty as one row of the table of alternatives. */
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

/** Apply the selection rule to a duty: return model and number, or null if nothing fits. */
export function chosenFor(calculator: Calculator, duty: Duty, catalogue: Catalogue): Choice | null {
  const chosen = choose(duty, catalogue)
  return chosen && choiceOf(calculator, 'selection', duty, chosen.model, chosen.count)
}

/** Calculate and choose again with other inputs. */
export function recalculated(inputs: SelectionInputs, catalogue: Catalogue, options: DutyOptions): Variant {
  const duty = dutyOf(silentCalculator, inputs, options)
  return variantOf(duty, chosenFor(silentCalculator, duty, catalogue))
}
