import type { Alternative, AlternativeKind } from '#shared/selection/alternatives.ts'
import { margin } from '#shared/selection/catalogue.ts'
import { withoutRoom, withProposedRoom } from '#shared/selection/changes.ts'
import { withCurtains } from '#shared/selection/curtains.ts'
import { recordingCalculator, type TraceStep } from '#shared/selection/formula.ts'
import type { SelectionInputs } from '#shared/selection/inputs.ts'
import { moistureOfFlow } from '#shared/selection/moisture-loads.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import type { SelectionOutcome } from '#shared/selection/select.ts'
import { type Duty, dutyOf } from '#shared/selection/sizing.ts'
import { doorsOf } from '#shared/selection/to-inputs.ts'
import { doorStep } from './selection-panel-steps.ts'

export type CompleteOutcome = Extract<SelectionOutcome, { complete: true }>

/** A part of the need in kg/h; null while it is unknown. */
export type MoistureSource = {
  kind: 'door' | 'leakage' | 'internal' | 'safety'
  door: number | null
  kgH: number | null
  steps: readonly string[]
}

const source = (
  kind: MoistureSource['kind'],
  kgH: number | null,
  steps: readonly string[],
  door: number | null = null,
): MoistureSource => ({
  kind,
  door,
  kgH,
  steps,
})

/**
 * The moisture sources of the governing case; the parts add up to the need. A door is listed as soon as it has sizes.
 */
export function moistureSources(project: ProjectData, outcome: CompleteOutcome | null): MoistureSource[] {
  if (!outcome) {
    const numbers = doorsOf(project).map(({ number }) => number)
    const doors = numbers.length > 0 ? numbers : [1]
    return [
      ...doors.map((door) => source('door', null, [], door)),
      ...(['leakage', 'internal', 'safety'] as const).map((kind) => source(kind, null, [])),
    ]
  }
  const { duty } = outcome.details
  const load = duty.cases[duty.governs]
  const air = { W_o: load.outdoor.humidityRatio, W_i: load.zone.humidityRatio }
  return [
    ...load.doors.map(({ door: { number }, openFlowKgS }) =>
      source(
        'door',
        moistureOfFlow.compute({ m: openFlowKgS, ...air }),
        [
          doorStep(number),
          ...['openFlow', 'fullFlow', 'openFraction'].map((step) => `${duty.governs}.door${number}.${step}`),
        ],
        number,
      ),
    ),
    source('leakage', load.leakageKgH, [`${duty.governs}.leakage`, `${duty.governs}.leakFlow`]),
    source('internal', load.internalKgH, [`${duty.governs}.load`]),
    source('safety', duty.needKgH - load.loadKgH, ['panel.safety']),
  ]
}

/** Frost or condensate on the coil in a month, kg; `withKg` is null where no model fits. */
export type MonthBar = { month: number; withoutKg: number; withKg: number | null }

/** The twelve months of a year; empty without the means of summer and winter. */
export const monthBars = (outcome: CompleteOutcome | null): MonthBar[] =>
  outcome?.details.year?.months.map(({ month, days, frostWithoutKgDay, residual }) => ({
    month,
    withoutKg: days * frostWithoutKgDay,
    withKg: residual && days * residual.dayKg,
  })) ?? []

/** Change the inputs as an alternative does; no entry where the alternative does not change the inputs. */
const changed: Partial<Record<AlternativeKind, (inputs: SelectionInputs) => SelectionInputs>> = {
  withoutCurtains: (inputs) => withCurtains(inputs, false),
  withCurtains: (inputs) => withCurtains(inputs, true),
  withoutReentryRoom: withoutRoom,
  withReentryRoom: withProposedRoom,
}

const shownOfAlternative: ReadonlySet<string> = new Set([
  'need',
  'design.load',
  'peak.load',
  'moistureFlow',
  'sweep.flow',
  'requiredFlow',
])

/** The steps behind a row of the alternatives, computed again when a person opens them. */
export function stepsOfAlternative(duty: Duty, alternative: Alternative): readonly TraceStep[] {
  const calculator = recordingCalculator()
  const change = changed[alternative.kind]
  dutyOf(calculator, change ? change(duty.inputs) : duty.inputs, { strict: alternative.kind === 'strictTarget' })
  const { count, unitCapacityKgH, needKgH } = alternative
  const trace = calculator.trace.filter(({ step }) => shownOfAlternative.has(step))
  const chosen = recordingCalculator()
  if (count !== null && unitCapacityKgH !== null && alternative.margin !== null)
    chosen.run('selection.margin', margin, { n: count, m_u: unitCapacityKgH, M: needKgH })
  return [
    ...trace.filter(({ step }) => step === 'need'),
    ...trace.filter(({ step }) => step !== 'need'),
    ...chosen.trace,
  ]
}
