import type { Selection } from './select.ts'

/** Why a later calculation returns another number for the same project. */
export type ChangeReason =
  | 'wetCoil'
  | 'wholeDay'
  | 'moistureInStore'
  | 'makersData'
  | 'needChanged'
  | 'catalogueChanged'
/** One number or choice that changed; null = not in that result. */
export type ResultChange =
  | {
      what: 'reduction' | 'needKgH' | 'unitCapacityKgH'
      before: number | null
      after: number | null
      reason: ChangeReason
    }
  | { what: 'choice'; before: string | null; after: string | null; reason: ChangeReason }

/** Smaller differences of a value, or of a fraction, are rounding. */
const sameShare = 5e-4
const isSame = (before: number | null, after: number | null): boolean =>
  before === null || after === null
    ? before === after
    : Math.abs(before - after) <= sameShare * Math.max(1e-9, Math.abs(before))
const choiceOf = ({ model, count }: Selection): string | null => (model === null ? null : `${count} × ${model}`)

/**
 * Return the numbers of an earlier calculation of a project that this one changes, with the reasons; empty if both are
 * of the same calculation. The values of the project must not have changed between them. Pure.
 */
export function explainChange(before: Selection, after: Selection): ResultChange[] {
  if (before.calculationVersion === after.calculationVersion) return []
  const isRoom = after.dryCoilNeedKgH === null
  const isOtherCatalogue = before.catalogueVersion !== after.catalogueVersion
  const isOtherNeed = !isSame(before.needKgH, after.needKgH)
  const isOtherCapacity = !isSame(before.unitCapacityKgH, after.unitCapacityKgH)
  const changes: ResultChange[] = []
  if (isOtherNeed) {
    const reason = isRoom ? 'moistureInStore' : 'catalogueChanged'
    changes.push({ what: 'needKgH', before: before.needKgH, after: after.needKgH, reason })
  }
  const [oldChoice, newChoice] = [choiceOf(before), choiceOf(after)]
  if (oldChoice !== newChoice) {
    const reason = isOtherCatalogue ? 'catalogueChanged' : isOtherNeed ? 'needChanged' : 'makersData'
    changes.push({ what: 'choice', before: oldChoice, after: newChoice, reason })
  } else if (isOtherCapacity) {
    const reason = isOtherCatalogue ? 'catalogueChanged' : 'makersData'
    changes.push({ what: 'unitCapacityKgH', before: before.unitCapacityKgH, after: after.unitCapacityKgH, reason })
  }
  if (!isSame(before.reduction, after.reduction)) {
    const reason = isRoom ? (isOtherNeed ? 'moistureInStore' : 'wholeDay') : 'wetCoil'
    changes.push({ what: 'reduction', before: before.reduction, after: after.reduction, reason })
  }
  return changes
}
