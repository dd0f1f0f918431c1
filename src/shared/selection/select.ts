import { type Alternative, alternativesOf } from './alternatives.ts'
import type { Choice } from './catalogue.ts'
import { calculationVersion, constants } from './constants.ts'
import { dryCoilNeedOf } from './dry-coil.ts'
import { crossCheckOf, energyOf } from './energy.ts'
import { type BlockProblem, blockProblems } from './export-problems.ts'
import { partOf, recordingCalculator, type TraceStep } from './formula.ts'
import { type Frost, frostOf } from './frost.ts'
import { inputWarnings } from './input-warnings.ts'
import { type CapacityData, capacityDataOf } from './level.ts'
import type { CapacityBasis, Catalogue, CatalogueModel } from './model.ts'
import type { FieldName, ProjectData } from './project-fields.ts'
import { type NoFit, noFitOf } from './remedies.ts'
import { type Running, runningOf } from './running.ts'
import { type Duty, dutyOf } from './sizing.ts'
import { type Supply, supplyOf } from './supply.ts'
import { missingForCalculation, numberOf, toInputs } from './to-inputs.ts'
import { chosenFor, setPointOf } from './variant.ts'
import type { Warning } from './warnings.ts'
import { type Year, yearOf } from './year.ts'

/** The source of a capacity: names are null unless the data is the manufacturer's own. */
export type CapacitySource = Pick<CatalogueModel, 'maker' | 'sheet' | 'sheetDate' | 'source'> &
  Omit<CapacityData, 'basis'>

/**
 * The result in one object, as returned by calls and printed by the terminal. Numbers are null if nothing was
 * chosen.
 */
export type Selection = {
  status: 'ok' | 'noFit'
  needKgH: number
  governs: 'design' | 'peak'
  requiredAirflowM3h: number
  model: string | null
  count: number | null
  unitCapacityKgH: number | null
  margin: number | null
  /** The basis of the capacity, and its source. */
  capacityBasis: CapacityBasis | null
  capacitySource: CapacitySource | null
  frostWithoutKgDay: number
  /** In the operating window of the design day. */
  frostResidualKgH: number | null
  frostWithKgDay: number | null
  /** Fraction of the frost of a design day that is prevented; null if nothing freezes without equipment. */
  reduction: number | null
  /** The coil is not below 0 °C: condensate settles on it, not frost. */
  isCondensate: boolean
  /** Humidity ratio of the store with the equipment, g/kg; null if the coil is dry. */
  storeHumidityGKg: number | null
  /** Humidity ratio at which the humidistat in the store stops the units; null with a re-entry room. */
  setPointGKg: number | null
  supplyTempC: number | null
  sensibleHeatKw: number | null
  /** Moisture to remove from the store so that the coil stays dry; null with a re-entry room. */
  dryCoilNeedKgH: number | null
  /** A year of twelve months, an estimate; null without the mean climates of summer and winter. */
  annualFrostWithoutKg: number | null
  annualFrostWithKg: number | null
  energyKwhDay: number | null
  /** The costs of frost and of drying, estimates; null if nothing fits. */
  running: Running | null
  warnings: Warning[]
  alternatives: Alternative[]
  /** Why nothing fits, and the remedies; null if something fits. */
  noFit: NoFit | null
  calculationVersion: string
  catalogueVersion: string
}

/** Data of the panel and the report in addition to the result. frost and supply: null if nothing fits. */
export type SelectionDetails = {
  duty: Duty
  choice: Choice | null
  frost: Frost | null
  supply: Supply | null
  year: Year | null
  crossCheckKgH: number
}

export type SelectionOutcome =
  | { complete: true; selection: Selection; details: SelectionDetails; trace: readonly TraceStep[] }
  /** Nothing is calculated: fields are missing, or values are out of their range. */
  | { complete: false; missing: FieldName[]; blocked: BlockProblem[] }

const halfOfLoad = 0.5
const gramsPerKilogram = 1_000

/** Return the assumptions, cuts and extrapolations of the calculation: none is silent. */
function calculationWarnings(
  project: ProjectData,
  { cases, zone, rotor, coil, needKgH, inputs }: Duty,
  frost: Frost | null,
): Warning[] {
  const { design, peak } = cases
  const limited = [...design.doors, ...peak.doors].filter(
    ({ door, effectiveSeconds }) =>
      door.state === 'occasionally' && door.openingsPerDay > 0 && effectiveSeconds < inputs.openSeconds,
  )
  const doors = [...new Set(limited.map(({ door }) => door.number))]
  const load = zone.isRoom ? coil.without.loadKgH : Math.max(design.loadKgH, peak.loadKgH)
  return [
    ...(inputs.moistureKgH > halfOfLoad * load ? [{ code: 'moistureHigh' as const, field: 'moisture' as const }] : []),
    ...(numberOf(project, 'altitudeAvg') === null
      ? [{ code: 'altitudeAssumed' as const, field: 'altitudeAvg' as const }]
      : []),
    ...(design.isDry && peak.isDry && !zone.isRoom ? [{ code: 'outdoorDry' as const }] : []),
    ...(needKgH <= constants.leastNeed.value ? [{ code: 'nothingToDry' as const }] : []),
    ...doors.map((door) => ({ code: 'openingLimited' as const, field: 'doorOpenDuration' as const, values: { door } })),
    ...(rotor.extrapolated
      ? [
          {
            code: 'extrapolated' as const,
            values: { temperature: zone.temperatureC, humidity: gramsPerKilogram * zone.humidityRatio },
          },
        ]
      : []),
    ...(coil.isBelowCoil
      ? [
          {
            code: 'humidityBelowCoil' as const,
            field: 'designHumidityStorage' as const,
            values: { least: coil.dryHumidity },
          },
        ]
      : []),
    ...(frost?.isIncreased ? [{ code: 'frostIncreased' as const }] : []),
  ]
}

/** Return the source of the chosen capacity. */
function capacityOfChoice(
  { zone }: Duty,
  { model }: Choice,
): { basis: CapacityBasis; source: CapacitySource; warnings: Warning[] } {
  const { basis, ...data } = capacityDataOf(model, zone.temperatureC, zone.humidityRatio)
  const { maker, sheet, sheetDate, source } = model
  const named =
    basis === 'referenceSeries' ? { maker: null, sheet: null, sheetDate: null } : { maker, sheet, sheetDate }
  const { nearest, isOutside } = data
  const warnings: Warning[] =
    isOutside && nearest ? [{ code: 'outsidePoints', values: { temperature: nearest.tC, humidity: nearest.wGKg } }] : []
  return { basis, source: { ...named, source, ...data }, warnings }
}

const chosenFigures = (
  choice: ReturnType<typeof chosenFor>,
): Pick<Selection, 'model' | 'count' | 'unitCapacityKgH' | 'margin'> => ({
  model: choice?.model.model ?? null,
  count: choice?.count ?? null,
  unitCapacityKgH: choice?.unitCapacityKgH ?? null,
  margin: choice?.margin ?? null,
})

/**
 * Calculate the whole selection for one project: need, model and number, alternatives, what-ifs, remedies, frost and
 * energy, with every step. Pure and without exceptions: for an incomplete or impossible project the result states the
 * errors. `cityAltitude` (m) only adds a warning. Source: spec/selection.md, with the sources of each formula beside
 * it.
 */
export function selectEquipment(
  project: ProjectData,
  catalogue: Catalogue,
  cityAltitude: number | null = null,
): SelectionOutcome {
  const blocked = blockProblems(project)
  const inputs = toInputs(project)
  if (!inputs || blocked.length > 0) return { complete: false, missing: missingForCalculation(project), blocked }
  const calculator = recordingCalculator()
  const duty = dutyOf(calculator, inputs, { seasons: true })
  const choice = chosenFor(calculator, duty, catalogue)
  const capacity = choice && capacityOfChoice(duty, choice)
  const frost = choice && frostOf(calculator, duty, choice)
  const supply = choice && supplyOf(calculator, duty, choice)
  const dryCoilNeedKgH = dryCoilNeedOf(calculator, duty)
  const energyKwhDay = choice && energyOf(calculator, duty, choice)
  const year = yearOf(calculator, duty, choice)
  const crossCheckKgH = crossCheckOf(calculator, duty)
  const humidity = frost && (frost.open.humidityRatio ?? frost.closed.humidityRatio)
  const selection: Selection = {
    status: choice ? 'ok' : 'noFit',
    needKgH: duty.needKgH,
    governs: duty.governs,
    requiredAirflowM3h: duty.requiredAirflowM3h,
    ...chosenFigures(choice),
    capacityBasis: capacity?.basis ?? null,
    capacitySource: capacity?.source ?? null,
    frostWithoutKgDay: duty.coil.without.dayKg,
    frostResidualKgH: frost?.open.frostKgH ?? null,
    frostWithKgDay: frost?.dayKg ?? null,
    reduction: frost?.reduction ?? null,
    isCondensate: duty.coil.isCondensate,
    storeHumidityGKg: humidity === null ? null : gramsPerKilogram * humidity,
    setPointGKg: setPointOf(duty, inputs.reentryRoom !== null),
    supplyTempC: supply?.temperatureC ?? null,
    sensibleHeatKw: supply?.heatKw ?? null,
    dryCoilNeedKgH,
    annualFrostWithoutKg: year?.frostWithoutKg ?? null,
    annualFrostWithKg: year?.frostWithKg ?? null,
    energyKwhDay,
    running: choice && frost && runningOf(partOf(calculator, 'running'), duty, choice, frost, year),
    warnings: [
      ...inputWarnings(project, cityAltitude),
      ...calculationWarnings(project, duty, frost),
      ...(capacity?.warnings ?? []),
    ],
    alternatives: alternativesOf(duty, catalogue, choice, { withKgDay: frost?.dayKg ?? null, dryCoilNeedKgH }),
    noFit: choice ? null : noFitOf(duty, catalogue),
    calculationVersion,
    catalogueVersion: catalogue.version,
  }
  return {
    complete: true,
    selection,
    details: { duty, choice, frost, supply, year, crossCheckKgH },
    trace: calculator.trace,
  }
}
