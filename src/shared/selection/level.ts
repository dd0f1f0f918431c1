import type { Calculator } from './formula.ts'
import {
  distanceToPoint,
  gramsPerKilogram,
  levelOfPoint,
  mapCapacity,
  nearHumidity,
  nearTemperature,
  ratingAgreement,
  ratingHumidity,
  ratingTemperature,
  seaLevelPa,
  squaredDistance,
  weighted,
} from './level-formulas.ts'
import type { CapacityBasis, CatalogueModel, CataloguePoint } from './model.ts'
import { humidityRatioOf } from './psychrometrics.ts'

/** Square of a distance below which a duty counts as equal to a point. */
const onPoint = 1e-18

/**
 * A point with its humidity ratio in kg/kg, the rotor map's moisture removal there (kg/h), and the model's level
 * relative to it.
 */
export type LevelPoint = { point: CataloguePoint; humidityRatio: number; mapKgH: number; level: number }

/** Return the humidity ratio of a point, kg/kg, at sea level. */
export const pointHumidityRatio = ({ tC, rhPct, wGKg }: Pick<CataloguePoint, 'tC' | 'rhPct' | 'wGKg'>): number =>
  wGKg === null ? humidityRatioOf.compute({ T: tC, RH: rhPct ?? 0, P: seaLevelPa }) : wGKg / gramsPerKilogram

function levelPoint(point: CataloguePoint, V_nom: number): LevelPoint {
  const humidityRatio = pointHumidityRatio(point)
  const mapKgH = mapCapacity.compute({ V: point.airflowM3h, T: point.tC, W: humidityRatio, V_nom })
  return { point, humidityRatio, mapKgH, level: levelOfPoint.compute({ K: point.kgH, K_map: mapKgH }) }
}

/** A rating without points is one point at 20 °C / 60 %, at the nominal air flow. */
const ratingPoint = ({ airflowM3h, ratedCapacityKgH }: CatalogueModel): CataloguePoint | null =>
  ratedCapacityKgH === null
    ? null
    : {
        tC: ratingTemperature.value,
        rhPct: ratingHumidity.value,
        wGKg: null,
        airflowM3h,
        kgH: ratedCapacityKgH,
        heaterKw: null,
      }

/**
 * Return the rating in kg/h that matches the capacity factor of the same row; null unless both are given and contradict
 * each other.
 */
export function contradictedRating(model: CatalogueModel): number | null {
  const { capFactor, ratedCapacityKgH, airflowM3h } = model
  const rating = ratingPoint(model)
  if (capFactor === null || rating === null || ratedCapacityKgH === null) return null
  const expected = capFactor * levelPoint(rating, airflowM3h).mapKgH
  return Math.abs(expected - ratedCapacityKgH) <= ratingAgreement.value * ratedCapacityKgH ? null : expected
}

type Source = { basis: CapacityBasis; points: readonly LevelPoint[] /** Used without points. */; factor: number }
function sourceOf(model: CatalogueModel): Source {
  const { airflowM3h, capFactor, points } = model
  if (points.length > 0)
    return { basis: 'makerPoints', points: points.map((point) => levelPoint(point, airflowM3h)), factor: 0 }
  const rating = ratingPoint(model)
  // A row saved before the check existed may contradict itself: the smaller value counts.
  const contradicts = contradictedRating(model) !== null
  if (capFactor !== null && !contradicts) return { basis: 'referenceSeries', points: [], factor: capFactor }
  const rated = rating ? [levelPoint(rating, airflowM3h)] : []
  if (capFactor !== null && capFactor < (rated[0]?.level ?? 0))
    return { basis: 'referenceSeries', points: [], factor: capFactor }
  return { basis: 'oneRating', points: rated, factor: 0 }
}

/** Cached, because models never change and every what-if needs the source. */
const known = new WeakMap<CatalogueModel, Source>()
function knownSource(model: CatalogueModel): Source {
  const found = known.get(model) ?? sourceOf(model)
  known.set(model, found)
  return found
}

const distanceOf = (point: LevelPoint, T_z: number, W_z: number): number =>
  squaredDistance(T_z, point.point.tC, W_z, point.humidityRatio)

/** Return the level of a model relative to the rotor map in air of T_z °C and W_z kg/kg. Source: spec 2c. */
export function levelAt(model: CatalogueModel, T_z: number, W_z: number): number {
  const { points, factor } = knownSource(model)
  const [only] = points
  if (!only) return factor
  if (points.length === 1) return only.level
  let [above, below] = [0, 0]
  for (const point of points) {
    const d = distanceOf(point, T_z, W_z)
    if (d < onPoint) return levelOn(points, T_z, W_z)
    above += point.level / d
    below += 1 / d
  }
  return above / below
}
/** Return an upper limit of a model's level in any air: a quick check before all of its points are evaluated. */
export function highestLevel(model: CatalogueModel): number {
  const found = highest.get(model)
  if (found !== undefined) return found
  const { points, factor } = knownSource(model)
  const bound = points.length === 0 ? factor : Math.max(...points.map(({ level }) => level)) * (1 + rounding)
  highest.set(model, bound)
  return bound
}
const highest = new WeakMap<CatalogueModel, number>()
/** Rounding error of a weighted mean, which may exceed all its terms by this much. */
const rounding = 1e-9

/**
 * Return a point's own level at that point; for several points of the same air with different air flows, their mean.
 */
function levelOn(points: readonly LevelPoint[], T_z: number, W_z: number): number {
  const on = points.filter((point) => distanceOf(point, T_z, W_z) < onPoint)
  return on.reduce((sum, { level }) => sum + level, 0) / on.length
}

/** Return the level with every step recorded. */
export function recordLevel(
  calculator: Calculator,
  step: string,
  model: CatalogueModel,
  T_z: number,
  W_z: number,
): number {
  const { points, factor, basis } = knownSource(model)
  if (points.length === 0) return calculator.given(`${step}.value`, factor, '-', 'capacity factor of the catalogue')
  const levels = points.map(({ point }, index) => {
    const own = basis === 'oneRating' ? `${step}.rating` : `${step}.point${index + 1}`
    const { tC: T, rhPct, wGKg, kgH } = point
    const W =
      wGKg === null
        ? calculator.run(`${own}.humidityRatio`, humidityRatioOf, { T, RH: rhPct ?? 0, P: seaLevelPa })
        : wGKg / gramsPerKilogram
    const K_map = calculator.run(`${own}.map`, mapCapacity, { V: point.airflowM3h, T, W, V_nom: model.airflowM3h })
    const values = { K: kgH, K_map }
    if (points.length === 1) return { d: 0, k: calculator.run(`${step}.value`, levelOfPoint, values) }
    const k = calculator.run(`${own}.level`, levelOfPoint, values)
    return { d: calculator.run(`${own}.distance`, distanceToPoint, { T_z, T, W_z, W }), k }
  })
  const [only] = levels
  if (only && levels.length === 1) return only.k
  if (levels.some(({ d }) => d < onPoint))
    return calculator.given(
      `${step}.value`,
      levelOn(points, T_z, W_z),
      '-',
      'the duty lies on a point of the maker: its own level',
    )
  const values = Object.fromEntries(
    levels.flatMap(({ k, d }, index) => [
      [`k_${index + 1}`, k],
      [`d_${index + 1}`, d],
    ]),
  )
  return calculator.run(`${step}.value`, weighted(levels.length), values)
}

/** Return the points, or the one rating, behind a model's level; empty for a factor alone. */
export const levelPointsOf = (model: CatalogueModel): readonly LevelPoint[] => knownSource(model).points
/**
 * Return the point of a model, or its one rating, nearest to air of T_z °C and W_z kg/kg; null if only a factor is
 * known.
 */
export const nearestPoint = (model: CatalogueModel, T_z: number, W_z: number): LevelPoint | null =>
  [...levelPointsOf(model)].sort((left, right) => distanceOf(left, T_z, W_z) - distanceOf(right, T_z, W_z))[0] ?? null

/**
 * The basis of a capacity: the points used, the nearest of them, and whether the duty is beyond them by more than 2.5 K
 * or 1 g/kg.
 */
export type CapacityData = {
  basis: CapacityBasis
  points: number
  nearest: { tC: number; wGKg: number; kgH: number } | null
  isOutside: boolean
}
export function capacityDataOf(model: CatalogueModel, T_z: number, W_z: number): CapacityData {
  const { basis, points } = knownSource(model)
  if (basis !== 'makerPoints') return { basis, points: points.length, nearest: null, isOutside: false }
  const nearest = nearestPoint(model, T_z, W_z)
  const beyond = (value: number, all: readonly number[], most: number) =>
    value < Math.min(...all) - most || value > Math.max(...all) + most
  return {
    basis,
    points: points.length,
    nearest: nearest
      ? { tC: nearest.point.tC, wGKg: gramsPerKilogram * nearest.humidityRatio, kgH: nearest.point.kgH }
      : null,
    isOutside:
      beyond(
        T_z,
        points.map(({ point }) => point.tC),
        nearTemperature.value,
      ) ||
      beyond(
        W_z * gramsPerKilogram,
        points.map(({ humidityRatio }) => gramsPerKilogram * humidityRatio),
        nearHumidity.value,
      ),
  }
}

/**
 * Return the regeneration heat at a duty, kW: the manufacturer's, if every point has it, weighted like the level;
 * otherwise the connected power.
 */
export function heaterAt(model: CatalogueModel, T_z: number, W_z: number): number {
  const { points } = knownSource(model)
  const heats = points.map(({ point }) => point.heaterKw)
  if (points.length === 0 || heats.some((heat) => heat === null)) return model.regenKw
  const distances = points.map((point) => distanceOf(point, T_z, W_z))
  const at = distances.findIndex((d) => d < onPoint)
  if (at >= 0) return heats[at] ?? model.regenKw
  const below = distances.reduce((sum, d) => sum + 1 / d, 0)
  return heats.reduce<number>((sum, heat, index) => sum + (heat ?? 0) / (distances[index] ?? 1), 0) / below
}
