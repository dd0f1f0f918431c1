import { capacityOf, suitableModels } from './catalogue.ts'
import { withDoorsClosed, withOpenings, withProposedRoom } from './changes.ts'
import { constants } from './constants.ts'
import { withCurtains } from './curtains.ts'
import type { SelectionInputs } from './inputs.ts'
import type { Catalogue } from './model.ts'
import { type Duty, mostUnits } from './sizing.ts'
import { recalculated, type Variant } from './variant.ts'

export const remedyKinds = ['curtains', 'closeOpenDoor', 'reentryRoom', 'fewerOpenings', 'specialDesign'] as const
export type RemedyKind = (typeof remedyKinds)[number]
/**
 * A remedy if nothing fits, alone and together with all remedies before it; null for a special design, which no
 * catalogue contains.
 */
export type Remedy = {
  kind: RemedyKind
  alone: Variant | null
  together: Variant | null
  /** fewerOpenings: the remaining fraction of the openings, alone and together. */
  shareAlone: number | null
  shareTogether: number | null
}
export type Limit = 'temperature' | 'capacity' | 'sweep'
/**
 * Why nothing fits: the violated limits, the maximum that the catalogue provides (8 of the largest), and the remedies.
 */
export type NoFit = {
  limits: Limit[]
  largest: { model: string; count: number; capacityKgH: number; airflowM3h: number } | null
  remedies: Remedy[]
}

type Recalculate = (inputs: SelectionInputs) => Variant
const shares = Math.round(1 / constants.openingsStep.value) - 1

/**
 * Find the largest fraction of the openings with which anything fits, in steps of 5 %; the smallest fraction if none
 * does.
 */
function mostOpenings(inputs: SelectionInputs, recalculate: Recalculate): { share: number; variant: Variant } {
  const at = (index: number) => {
    const share = Math.round(index * 100 * constants.openingsStep.value) / 100
    return { share, variant: recalculate(withOpenings(inputs, share)) }
  }
  let best = at(1)
  let [fits, fails] = [best.variant.status === 'ok' ? 1 : 0, shares + 1]
  while (fits > 0 && fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2)
    const tried = at(middle)
    if (tried.variant.status === 'ok') [fits, best] = [middle, tried]
    else fails = middle
  }
  return best
}

type Step = {
  kind: RemedyKind
  applies(inputs: SelectionInputs): boolean
  change(inputs: SelectionInputs): SelectionInputs
}
/** In order of cost. */
const steps: readonly Step[] = [
  {
    kind: 'curtains',
    applies: ({ airCurtain, doorCurtain }) => !(airCurtain && doorCurtain),
    change: (inputs) => withCurtains(inputs, true),
  },
  {
    kind: 'closeOpenDoor',
    applies: ({ doors }) => doors.some(({ state }) => state === 'alwaysOpen'),
    change: withDoorsClosed,
  },
  { kind: 'reentryRoom', applies: ({ reentryRoom }) => reentryRoom === null, change: withProposedRoom },
]
const opensNowAndThen = ({ doors }: SelectionInputs): boolean =>
  doors.some(({ state, openingsPerDay }) => state === 'occasionally' && openingsPerDay > 0)

function remediesOf(inputs: SelectionInputs, recalculate: Recalculate): Remedy[] {
  const remedies: Remedy[] = []
  const noShares = { shareAlone: null, shareTogether: null }
  let changed = inputs
  for (const { kind, applies, change } of steps) {
    if (!applies(inputs)) continue
    changed = change(changed)
    remedies.push({ kind, alone: recalculate(change(inputs)), together: recalculate(changed), ...noShares })
  }
  if (opensNowAndThen(changed)) {
    const together = mostOpenings(changed, recalculate)
    const alone = opensNowAndThen(inputs) ? mostOpenings(inputs, recalculate) : null
    remedies.push({
      kind: 'fewerOpenings',
      alone: alone?.variant ?? null,
      together: together.variant,
      shareAlone: alone?.share ?? null,
      shareTogether: together.share,
    })
  }
  return [...remedies, { kind: 'specialDesign', alone: null, together: null, ...noShares }]
}

function limitsOf({ needKgH, sweepFlowM3h }: Duty, largest: NoFit['largest']): Limit[] {
  if (!largest) return ['temperature']
  const limits: Limit[] = []
  if (largest.capacityKgH < needKgH) limits.push('capacity')
  if (largest.airflowM3h < sweepFlowM3h) limits.push('sweep')
  // No single model meets both, though one meets the first and another the second.
  return limits.length > 0 ? limits : ['capacity', 'sweep']
}

/** Return the result if nothing fits: never a smaller number, never a silent cut. */
export function noFitOf(duty: Duty, catalogue: Catalogue): NoFit {
  const rows = suitableModels(duty, catalogue).map((model) => ({
    model: model.model,
    count: mostUnits,
    capacityKgH: mostUnits * capacityOf(duty, model),
    airflowM3h: mostUnits * model.airflowM3h * duty.inputs.fanSetting,
  }))
  const largest = rows.sort((left, right) => right.capacityKgH - left.capacityKgH)[0] ?? null
  const recalculate: Recalculate = (inputs) => recalculated(inputs, catalogue, { book: duty.book })
  return { limits: limitsOf(duty, largest), largest, remedies: remediesOf(duty.inputs, recalculate) }
}
