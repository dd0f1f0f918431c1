import { type Alternative, alternativesOf } from './alternatives.ts'
import { type Catalogue, type Choice, meets } from './catalogue.ts'
import { calculationVersion, constants } from './constants.ts'
import { crossCheckOf, energyOf } from './energy.ts'
import { recordingCalculator, type TraceStep } from './formula.ts'
import { type Frost, frostOf, type Residual, residualOf } from './frost.ts'
import type { FieldName, ProjectData } from './project-fields.ts'
import { type NoFit, noFitOf } from './remedies.ts'
import { type Duty, dutyOf } from './sizing.ts'
import { missingForCalculation, numberOf, toInputs } from './to-inputs.ts'
import { type BlockProblem, blockProblems, inputWarnings } from './validation.ts'
import { chosenFor } from './variant.ts'
import type { Warning } from './warnings.ts'

/** The result in one object, as calls and the terminal print it. Null numbers belong to what was not chosen. */
export type Selection = {
  status: 'ok' | 'noFit'
  needKgH: number
  governs: 'design' | 'peak'
  requiredAirflowM3h: number
  model: string | null
  count: number | null
  unitCapacityKgH: number | null
  margin: number | null
  frostWithoutKgDay: number
  frostResidualKgH: number | null
  reduction: number | null
  energyKwhDay: number | null
  warnings: Warning[]
  alternatives: Alternative[]
  /** Why nothing fits, and the ways out; null when something does. */
  noFit: NoFit | null
  calculationVersion: string
  catalogueVersion: string
}

/** Everything that the panel and the report draw, beside the result. */
export type SelectionDetails = { duty: Duty; choice: Choice | null; frost: Frost; residual: Residual | null; crossCheckKgH: number }

export type SelectionOutcome =
  | { complete: true; selection: Selection; details: SelectionDetails; trace: readonly TraceStep[] }
  /** Nothing is calculated: fields are missing, or values are out of their range. */
  | { complete: false; missing: FieldName[]; blocked: BlockProblem[] }

const halfOfLoad = 0.5

/** What the calculation assumed, cut or extrapolated: never silently. */
function calculationWarnings(project: ProjectData, { cases, zone, rotor, needKgH, inputs }: Duty): Warning[] {
  const { design, peak } = cases
  const limited = [...design.doors, ...peak.doors].filter(
    ({ door, effectiveSeconds }) => door.state === 'occasionally' && door.openingsPerDay > 0 && effectiveSeconds < inputs.openSeconds,
  )
  const doors = [...new Set(limited.map(({ door }) => door.number))]
  return [
    ...(inputs.moistureKgH > halfOfLoad * Math.max(design.loadKgH, peak.loadKgH) ? [{ code: 'moistureHigh' as const, field: 'moisture' as const }] : []),
    ...(numberOf(project, 'altitudeAvg') === null ? [{ code: 'altitudeAssumed' as const, field: 'altitudeAvg' as const }] : []),
    ...(design.isDry && peak.isDry ? [{ code: 'outdoorDry' as const }] : []),
    ...(needKgH <= constants.leastNeed.value ? [{ code: 'nothingToDry' as const }] : []),
    ...doors.map((door) => ({ code: 'openingLimited' as const, field: 'doorOpenDuration' as const, values: { door } })),
    ...(rotor.extrapolated ? [{ code: 'extrapolated' as const, values: { temperature: zone.temperatureC, humidity: 1_000 * zone.humidityRatio } }] : []),
  ]
}

/**
 * The whole selection for one project: need, model and number, alternatives, what-ifs, ways out, frost and energy, with
 * every step of it. Pure and without exceptions: an incomplete or impossible project says what is wrong with it.
 * `cityAltitude` (m) only adds a warning. Source: spec/selection.md, with the sources of each formula beside it.
 */
export function selectEquipment(project: ProjectData, catalogue: Catalogue, cityAltitude: number | null = null): SelectionOutcome {
  const blocked = blockProblems(project)
  const inputs = toInputs(project)
  if (!inputs || blocked.length > 0) return { complete: false, missing: missingForCalculation(project), blocked }
  const calculator = recordingCalculator()
  const duty = dutyOf(calculator, inputs, { seasons: true })
  const choice = chosenFor(calculator, duty, catalogue)
  const frost = frostOf(calculator, duty)
  const residual = choice && residualOf(calculator, duty, frost.without.loadKgH, meets({ ...duty, needKgH: 0 }, choice.model, 1, choice.count))
  const energyKwhDay = choice && energyOf(calculator, 'energy', duty, choice)
  const crossCheckKgH = crossCheckOf(calculator, duty)
  const selection: Selection = {
    status: choice ? 'ok' : 'noFit',
    needKgH: duty.needKgH,
    governs: duty.governs,
    requiredAirflowM3h: duty.requiredAirflowM3h,
    model: choice?.model.model ?? null,
    count: choice?.count ?? null,
    unitCapacityKgH: choice?.unitCapacityKgH ?? null,
    margin: choice?.margin ?? null,
    frostWithoutKgDay: frost.without.dayKg,
    frostResidualKgH: residual?.frostKgH ?? null,
    reduction: residual?.reduction ?? null,
    energyKwhDay,
    warnings: [...inputWarnings(project, cityAltitude), ...calculationWarnings(project, duty)],
    alternatives: alternativesOf(duty, catalogue, choice, residual?.frostKgH ?? null),
    noFit: choice ? null : noFitOf(duty, catalogue),
    calculationVersion,
    catalogueVersion: catalogue.version,
  }
  return { complete: true, selection, details: { duty, choice, frost, residual, crossCheckKgH }, trace: calculator.trace }
}
