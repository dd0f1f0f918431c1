import { constants } from './constants.ts'
import { type Calculator, defineFormula } from './formula.ts'
import { highestLevel, levelAt, recordLevel } from './level.ts'
import type { Catalogue, CatalogueModel } from './model.ts'
import { type Duty, mostUnits } from './sizing.ts'

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

/**
 * A number of units of a model, and their performance for the duty. margin: null if nothing has to be dried; level:
 * relative to the rotor map at the duty.
 */
export type Choice = {
  model: CatalogueModel
  count: number
  unitCapacityKgH: number
  margin: number | null
  airflowM3h: number
  level: number
}

const capacityAt = (
  calculator: Calculator,
  step: string,
  { zone, rotor, inputs }: Duty,
  { airflowM3h }: CatalogueModel,
  k: number,
): number =>
  calculator.run(step, unitCapacity, {
    V: airflowM3h,
    f: inputs.fanSetting,
    v_z: zone.volumeM3Kg,
    W_z: zone.humidityRatio,
    W_s: rotor.supplyHumidityRatio,
    k,
  })

/** Return the moisture that one unit removes from the zone, kg/h, at a level relative to the rotor map. */
const capacityWith = ({ zone, rotor, inputs }: Duty, { airflowM3h }: CatalogueModel, k: number): number =>
  unitCapacity.compute({
    V: airflowM3h,
    f: inputs.fanSetting,
    v_z: zone.volumeM3Kg,
    W_z: zone.humidityRatio,
    W_s: rotor.supplyHumidityRatio,
    k,
  })
/** Return the moisture at the model's own level. */
export const capacityOf = (duty: Duty, model: CatalogueModel): number =>
  capacityWith(duty, model, levelAt(model, duty.zone.temperatureC, duty.zone.humidityRatio))

/** Return `count` units of a model for a duty, whether they suffice or not. */
export function choiceOf(
  calculator: Calculator,
  step: string,
  duty: Duty,
  model: CatalogueModel,
  count: number,
): Choice {
  const level = recordLevel(calculator, `${step}.level`, model, duty.zone.temperatureC, duty.zone.humidityRatio)
  const unitCapacityKgH = capacityAt(calculator, `${step}.unitCapacity`, duty, model, level)
  const values = { n: count, m_u: unitCapacityKgH, M: duty.needKgH }
  return {
    model,
    count,
    unitCapacityKgH,
    margin: duty.needKgH > constants.leastNeed.value ? calculator.run(`${step}.margin`, margin, values) : null,
    airflowM3h: count * model.airflowM3h * duty.inputs.fanSetting,
    level,
  }
}

/** May the model work in air of the zone's temperature? */
const isSuitable = ({ zone }: Duty, { tMin, tMax }: CatalogueModel): boolean =>
  tMin <= zone.temperatureC && zone.temperatureC <= tMax
export const suitableModels = (duty: Duty, { models }: Catalogue): CatalogueModel[] =>
  models.filter((model) => isSuitable(duty, model))

/** Order by power, then air flow, then name. */
const byPower = (left: CatalogueModel, right: CatalogueModel): number =>
  left.fanKw + left.regenKw - (right.fanKw + right.regenKw) ||
  left.airflowM3h - right.airflowM3h ||
  (left.model < right.model ? -1 : 1)

/** Is the air flow of `count` units enough for the sweep? */
export const meetsSweep = ({ sweepFlowM3h, inputs }: Duty, { airflowM3h }: CatalogueModel, count: number): boolean =>
  count * airflowM3h * inputs.fanSetting >= sweepFlowM3h

/**
 * Models in the rule's order of preference; cached, because a catalogue never changes and every what-if needs the
 * order.
 */
const preferred = new WeakMap<Catalogue, readonly CatalogueModel[]>()
function byPreference(catalogue: Catalogue): readonly CatalogueModel[] {
  const known = preferred.get(catalogue) ?? [...catalogue.models].sort(byPower)
  preferred.set(catalogue, known)
  return known
}

/** Check the capacity of a model: computed once for each model, and only if even its best level might suffice. */
function takesEnough(duty: Duty): (model: CatalogueModel, count: number) => boolean {
  const known = new Map<CatalogueModel, number>()
  return (model, count) => {
    if (count * capacityWith(duty, model, highestLevel(model)) < duty.needKgH) return false
    const capacity = known.get(model) ?? capacityOf(duty, model)
    known.set(model, capacity)
    return capacity > 0 && count * capacity >= duty.needKgH
  }
}

/**
 * Return the model of least power, among the candidates, of which exactly `count` units suffice; null if none does.
 */
export function bestOf(
  duty: Duty,
  catalogue: Catalogue,
  count: number,
  isCandidate: (model: CatalogueModel) => boolean,
): CatalogueModel | null {
  const takes = takesEnough(duty)
  return (
    byPreference(catalogue).find(
      (model) => isCandidate(model) && isSuitable(duty, model) && meetsSweep(duty, model, count) && takes(model, count),
    ) ?? null
  )
}

/**
 * Return the smallest number of units, from the wanted number to 8, with which any model suffices, and of those models
 * the one of least power.
 */
export function choose(duty: Duty, catalogue: Catalogue): { model: CatalogueModel; count: number } | null {
  const takes = takesEnough(duty)
  let best: { model: CatalogueModel; count: number } | null = null
  for (const model of byPreference(catalogue)) {
    // If fewer units suffice, more do as well: only a model that needs fewer units than the best so far is better.
    let count: number = (best?.count ?? mostUnits + 1) - 1
    const does = () => count >= duty.inputs.units && meetsSweep(duty, model, count) && takes(model, count)
    if (!isSuitable(duty, model) || !does()) continue
    while (does()) count -= 1
    best = { model, count: count + 1 }
    if (best.count === duty.inputs.units) break
  }
  return best
}
