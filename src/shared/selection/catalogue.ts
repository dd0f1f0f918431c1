import { constants } from './constants.ts'
import { type Calculator, defineFormula } from './formula.ts'
import { type Duty, mostUnits } from './sizing.ts'

/** One dehumidifier. Air flow m³/h; rated kg/h at 20 °C / 60 %; power kW; process air tMin to tMax °C; sizes mm, weight kg. */
export type CatalogueModel = {
  model: string
  family: string
  airflowM3h: number
  /** Share of the rotor map's capacity that the series reaches. */
  capFactor: number
  ratedCapacityKgH: number
  fanKw: number
  regenKw: number
  tMin: number
  tMax: number
  /** null = the source does not say, as for width, height and weight. */
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  weightKg: number | null
  /** Where sizes and weight come from: estimate, or maker. */
  dimsStatus: string
}
/** A set of models as it stood at one time; a project keeps the version it was calculated with. */
export type Catalogue = { version: string; source: string; models: readonly CatalogueModel[] }

export const unitCapacity = defineFormula({
  expression: 'V * f / v_z * (W_z - W_s) * k',
  units: { V: 'm³/h', f: '-', v_z: 'm³/kg', W_z: 'kg/kg', W_s: 'kg/kg', k: '-' },
  unit: 'kg/h',
  source: 'moisture balance of one unit at the state of the zone',
  compute: ({ V, f, v_z, W_z, W_s, k }) => ((V * f) / v_z) * (W_z - W_s) * k,
})
export const margin = defineFormula({
  expression: 'n * m_u / M - 1',
  units: { n: '-', m_u: 'kg/h', M: 'kg/h' },
  unit: '-',
  source: 'capacity of all units over the need',
  compute: ({ n, m_u, M }) => (n * m_u) / M - 1,
})

/** A model in a number, and what it does for the duty. margin: null where nothing has to be dried. */
export type Choice = { model: CatalogueModel; count: number; unitCapacityKgH: number; margin: number | null; airflowM3h: number }

/** Moisture that one unit takes from the zone, kg/h. */
export const capacityOf = (calculator: Calculator, step: string, { zone, rotor, inputs }: Duty, { airflowM3h, capFactor }: CatalogueModel): number =>
  calculator.run(step, unitCapacity, {
    V: airflowM3h,
    f: inputs.fanSetting,
    v_z: zone.volumeM3Kg,
    W_z: zone.humidityRatio,
    W_s: rotor.supplyHumidityRatio,
    k: capFactor,
  })

/** `count` units of a model for a duty, whether they do or not. */
export function choiceOf(calculator: Calculator, step: string, duty: Duty, model: CatalogueModel, count: number): Choice {
  const unitCapacityKgH = capacityOf(calculator, `${step}.unitCapacity`, duty, model)
  const values = { n: count, m_u: unitCapacityKgH, M: duty.needKgH }
  return {
    model,
    count,
    unitCapacityKgH,
    margin: duty.needKgH > constants.leastNeed.value ? calculator.run(`${step}.margin`, margin, values) : null,
    airflowM3h: count * model.airflowM3h * duty.inputs.fanSetting,
  }
}

/** Models that may work in air of the zone's temperature. */
export const suitableModels = ({ zone }: Duty, { models }: Catalogue): CatalogueModel[] =>
  models.filter(({ tMin, tMax }) => tMin <= zone.temperatureC && zone.temperatureC <= tMax)

/** Least power first, then least air flow, then the name. */
const byPower = (left: CatalogueModel, right: CatalogueModel): number =>
  left.fanKw + left.regenKw - (right.fanKw + right.regenKw) || left.airflowM3h - right.airflowM3h || (left.model < right.model ? -1 : 1)

/** Do `count` units of a model meet both the need and the sweep flow? */
export const meets = ({ needKgH, sweepFlowM3h, inputs }: Duty, model: CatalogueModel, unitCapacityKgH: number, count: number): boolean =>
  unitCapacityKgH > 0 && count * unitCapacityKgH >= needKgH && count * model.airflowM3h * inputs.fanSetting >= sweepFlowM3h

/** The model of least power of which exactly `count` units do; null when none does. */
export function bestOf(calculator: Calculator, duty: Duty, models: readonly CatalogueModel[], count: number): CatalogueModel | null {
  const fitting = models.filter((model) => meets(duty, model, capacityOf(calculator, '', duty, model), count))
  return fitting.sort(byPower)[0] ?? null
}

/** Smallest number of units from the wanted number to 8 with which any model does, and of those models the one of least power. */
export function choose(silent: Calculator, duty: Duty, catalogue: Catalogue): { model: CatalogueModel; count: number } | null {
  const suitable = suitableModels(duty, catalogue)
  for (let count = duty.inputs.units; count <= mostUnits; count += 1) {
    const model = bestOf(silent, duty, suitable, count)
    if (model) return { model, count }
  }
  return null
}
