import type { CatalogueFault, PointNumber } from './catalogue.ts'
import { constants } from './selection/constants.ts'
import { pointHumidityRatio } from './selection/level.ts'
import { mapCapacity } from './selection/level-formulas.ts'
import type { CataloguePoint } from './selection/model.ts'
import { saturationHumidityRatio, specificVolume } from './selection/psychrometrics.ts'

const seaLevelPa = 101_325
const gramsPerKilogram = 1_000
/**
 * Table values are rounded: a value slightly above saturation, or two slightly different forms of one humidity, is not
 * an error.
 */
const tolerance = 0.02
/** A table in CFM next to a nominal air flow in m³/h exceeds these ratios. */
const airflowShares = { least: 0.2, most: 2 }
const rounded = (value: number) => Number(value.toPrecision(4))

type Bounds = { airflowM3h: number; tMin: number; tMax: number }
export type PointFault = { column: PointNumber | 'airflowM3h' } & CatalogueFault

/** Return the water in an air flow in kg/h; m³/h, °C, kg/kg. */
const waterIn = (airflowM3h: number, T: number, W: number): number =>
  (airflowM3h / specificVolume.compute({ T, W, P: seaLevelPa })) * W

/**
 * Return the water in an air flow at 20 °C / 60 %, the rating condition of manufacturers, kg/h: no rating is above it.
 */
export const mostRating = (airflowM3h: number): number => {
  const [tC, rhPct] = [constants.ratingTemperature.value, constants.ratingHumidity.value]
  return rounded(waterIn(airflowM3h, tC, pointHumidityRatio({ tC, rhPct, wGKg: null })))
}
/** Return the highest possible factor on the rotor map at the rating condition: all the water in the air. */
export const mostFactor = (airflowM3h: number): number => {
  const [tC, rhPct] = [constants.ratingTemperature.value, constants.ratingHumidity.value]
  const W = pointHumidityRatio({ tC, rhPct, wGKg: null })
  return rounded(waterIn(airflowM3h, tC, W) / mapCapacity.compute({ V: airflowM3h, T: tC, W, V_nom: airflowM3h }))
}

/** Find values above the water or heat that the air of a point can contain or give, kg/h and g/kg. */
function physicalFaults(
  { tC, rhPct, wGKg, airflowM3h, kgH }: CataloguePoint,
  { airflowM3h: nominal }: Bounds,
): PointFault[] {
  const faults: PointFault[] = []
  const W = pointHumidityRatio({ tC, rhPct, wGKg })
  const saturated = gramsPerKilogram * saturationHumidityRatio(tC, seaLevelPa)
  if (wGKg !== null && wGKg > saturated * (1 + tolerance))
    faults.push({ column: 'wGKg', code: 'aboveSaturation', values: { value: wGKg, most: rounded(saturated) } })
  if (wGKg !== null && rhPct !== null) {
    const expected = gramsPerKilogram * pointHumidityRatio({ tC, rhPct, wGKg: null })
    if (Math.abs(expected - wGKg) > tolerance * wGKg)
      faults.push({
        column: 'wGKg',
        code: 'humidityTwice',
        values: { rh: rhPct, given: wGKg, expected: rounded(expected) },
      })
  }
  const share = airflowM3h / nominal
  const takes = mapCapacity.compute({ V: airflowM3h, T: tC, W, V_nom: nominal })
  if (share < airflowShares.least || share > airflowShares.most || takes <= 0)
    faults.push({ column: 'airflowM3h', code: 'airflowApart', values: { value: airflowM3h, nominal } })
  const held = waterIn(airflowM3h, tC, W)
  if (kgH > held) faults.push({ column: 'kgH', code: 'aboveAir', values: { value: kgH, most: rounded(held) } })
  return faults
}

const isSamePoint = (one: CataloguePoint, other: CataloguePoint): boolean =>
  one.tC === other.tC &&
  one.airflowM3h === other.airflowM3h &&
  Math.abs(pointHumidityRatio(one) - pointHumidityRatio(other)) < 1e-9

/** Find the impossible values of a model's point, and contradictions to the points before it. */
export function pointFaults(point: CataloguePoint, before: readonly CataloguePoint[], bounds: Bounds): PointFault[] {
  const { tMin, tMax } = bounds
  const first = before.findIndex((other) => isSamePoint(other, point))
  return [
    ...(point.tC < tMin || point.tC > tMax
      ? [{ column: 'tC' as const, code: 'pointOutside' as const, values: { value: point.tC, min: tMin, max: tMax } }]
      : []),
    ...(first >= 0 ? [{ column: 'tC' as const, code: 'pointTwice' as const, values: { first: first + 1 } }] : []),
    ...physicalFaults(point, bounds),
  ]
}
