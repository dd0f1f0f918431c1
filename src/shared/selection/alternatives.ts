import { bestOf, type Choice, choiceOf, suitableModels } from './catalogue.ts'
import { withoutRoom, withProposedRoom } from './changes.ts'
import { withCurtains } from './curtains.ts'
import { dryCoilDuty } from './dry-coil.ts'
import { silentCalculator } from './formula.ts'
import type { SelectionInputs } from './inputs.ts'
import type { Catalogue } from './model.ts'
import { type Duty, mostUnits } from './sizing.ts'
import { chosenFor, recalculated, type Variant, variantOf } from './variant.ts'

export const alternativeKinds = [
  'nPlusOne',
  'nextSize',
  'moreSmaller',
  'strictTarget',
  'dryCoil',
  'withoutCurtains',
  'withCurtains',
  'withoutReentryRoom',
  'withReentryRoom',
] as const
export type AlternativeKind = (typeof alternativeKinds)[number]
export type Alternative = { kind: AlternativeKind } & Variant

/** Return the choice with one more unit as a reserve: always printed, never added silently. */
const nPlusOne = (duty: Duty, { model, count }: Choice): Choice =>
  choiceOf(silentCalculator, '', duty, model, count + 1)

function nextSize(duty: Duty, catalogue: Catalogue, { model, count }: Choice): Choice | null {
  const larger = suitableModels(duty, catalogue).filter(
    ({ family, maker, airflowM3h }) =>
      family === model.family && maker === model.maker && airflowM3h > model.airflowM3h,
  )
  const [next] = larger.sort((left, right) => left.airflowM3h - right.airflowM3h)
  return next ? choiceOf(silentCalculator, '', duty, next, count) : null
}

function moreSmaller(duty: Duty, catalogue: Catalogue, { model, count }: Choice): Choice | null {
  if (count >= mostUnits) return null
  const best = bestOf(duty, catalogue, count + 1, ({ airflowM3h }) => airflowM3h < model.airflowM3h)
  return best ? choiceOf(silentCalculator, '', duty, best, count + 1) : null
}

/** Return other choices for the same duty. */
function otherChoices(duty: Duty, catalogue: Catalogue, choice: Choice): Alternative[] {
  const choices = {
    nPlusOne: nPlusOne(duty, choice),
    nextSize: nextSize(duty, catalogue, choice),
    moreSmaller: moreSmaller(duty, catalogue, choice),
  }
  return Object.entries(choices).flatMap(([kind, other]) =>
    other ? [{ kind: kind as keyof typeof choices, ...variantOf(duty, other) }] : [],
  )
}

/** Return the results with and without curtains and a re-entry room. */
function whatIfs({ inputs, book }: Duty, catalogue: Catalogue): Alternative[] {
  const some = inputs.airCurtain || inputs.doorCurtain
  const both = inputs.airCurtain && inputs.doorCurtain
  const row = (kind: AlternativeKind, changed: SelectionInputs): Alternative => ({
    kind,
    ...recalculated(changed, catalogue, { book }),
  })
  return [
    ...(some ? [row('withoutCurtains', withCurtains(inputs, false))] : []),
    ...(both ? [] : [row('withCurtains', withCurtains(inputs, true))]),
    inputs.reentryRoom
      ? row('withoutReentryRoom', withoutRoom(inputs))
      : row('withReentryRoom', withProposedRoom(inputs)),
  ]
}

/** Return the choice that keeps the coil of the store dry, with its own model and set point. */
function dryCoil(duty: Duty, catalogue: Catalogue, needKgH: number): Alternative {
  const dry = dryCoilDuty(silentCalculator, duty, needKgH)
  return { kind: 'dryCoil', ...variantOf(dry, chosenFor(silentCalculator, dry, catalogue)) }
}

/**
 * Return everything that the report shows next to the choice. `withKgDay` = frost of a day with the choice;
 * `dryCoilNeedKgH` = null with a re-entry room.
 */
export function alternativesOf(
  duty: Duty,
  catalogue: Catalogue,
  choice: Choice | null,
  { withKgDay, dryCoilNeedKgH }: { withKgDay: number | null; dryCoilNeedKgH: number | null },
): Alternative[] {
  const isFreezer = duty.store.temperatureC < 0
  const strict = isFreezer && duty.zone.isRoom && (withKgDay ?? 0) > 0
  return [
    ...(choice ? otherChoices(duty, catalogue, choice) : []),
    ...(strict
      ? [{ kind: 'strictTarget' as const, ...recalculated(duty.inputs, catalogue, { strict, book: duty.book }) }]
      : []),
    ...(dryCoilNeedKgH === null ? [] : [dryCoil(duty, catalogue, dryCoilNeedKgH)]),
    ...whatIfs(duty, catalogue),
  ]
}
