import { capacityDataOf, type LevelPoint, levelAt, levelPointsOf, nearestPoint } from './level.ts'
import type { CapacityBasis, CatalogueModel } from './model.ts'
import { humidityRatioOf, relativeHumidityPercent, saturationHumidityRatio, specificVolume } from './psychrometrics.ts'
import { shareTaken } from './rotor-map.ts'
import type { Duty } from './sizing.ts'

const seaLevelPa = 101_325
const gramsPerKilogram = 1_000
/** Maximum number of humidities with their own line; a chart with more is unreadable. */
export const mostLines = 8
/** The humidity of the curve for models with only a factor, without points. */
const usualHumidity = 60
/** Distance between two places of a curve in °C, and the reach of curves beyond the points and the duty. */
const step = 1
const reach = 10

/** Air of a duty: °C, kg/kg, Pa, and the fraction of the nominal air flow. */
export type DutyAir = { temperatureC: number; humidityRatio: number; pressurePa: number; fanSetting: number }
/** The constant of a chart line: a relative humidity in %, or a humidity ratio in g/kg. */
export type Humidity = { rhPct: number } | { wGKg: number }
/**
 * Points of one humidity and air flow (m³/h), and the curve of the map through them, kg/h over °C. Beyond its points a
 * curve is an estimate.
 */
export type PerformanceLine = { humidity: Humidity; airflowM3h: number; points: Place[]; curve: Place[] }
/** Moisture removal of one unit in kg/h at °C. */
export type Place = { tC: number; kgH: number }
/**
 * The position of a duty: kg/h of one unit, its relative humidity in %, a curve through it, and the distance of the
 * nearest point in K and g/kg.
 */
export type DutyPlace = Place & {
  rhPct: number
  wGKg: number
  curve: Place[]
  nearest: (Place & { wGKg: number; apartK: number; apartGKg: number }) | null
  isOutside: boolean
}
export type Performance = {
  basis: CapacityBasis
  /** Source of the data; null = the reference series, without a manufacturer. */
  source: Pick<CatalogueModel, 'maker' | 'sheet' | 'sheetDate'> | null
  lines: PerformanceLine[]
  /** Points of further humidities. */
  others: LevelPoint[]
  duty: DutyPlace | null
}

/** Return the air for which a model is chosen. */
export const airOfDuty = ({ zone, pressurePa, inputs }: Duty): DutyAir => ({
  temperatureC: zone.temperatureC,
  humidityRatio: zone.humidityRatio,
  pressurePa,
  fanSetting: inputs.fanSetting,
})

/**
 * Return the kg/h of one unit in air of T °C and W kg/kg at an air flow of V m³/h: the map's shape at the
 * manufacturer's level.
 */
const capacityAt = (model: CatalogueModel, T: number, W: number, V: number, pressurePa: number): number =>
  (V / specificVolume.compute({ T, W, P: pressurePa })) *
  W *
  shareTaken(T, W, V / model.airflowM3h) *
  levelAt(model, T, W)

/** Return the temperatures of a curve within the model's range: at equal steps, plus those of the points. */
function temperaturesOf({ tMin, tMax }: CatalogueModel, marks: readonly number[], own: readonly number[]): number[] {
  const [least, most] = marks.length === 0 ? [tMin, tMax] : [Math.min(...marks) - reach, Math.max(...marks) + reach]
  const [from, to] = [Math.max(tMin, least), Math.min(tMax, most)]
  const steps = Array.from(
    { length: Math.max(0, Math.floor((to - from) / step)) + 1 },
    (_, index) => from + index * step,
  )
  return [...new Set([...steps, to, ...own])].filter((tC) => tC >= from && tC <= to).sort((one, other) => one - other)
}

/** Return the kg/kg of a humidity at T °C; null if the air cannot contain it. */
function ratioAt(humidity: Humidity, T: number, P: number): number | null {
  if ('rhPct' in humidity) return humidityRatioOf.compute({ T, RH: humidity.rhPct, P })
  const W = humidity.wGKg / gramsPerKilogram
  return W <= saturationHumidityRatio(T, P) * 1.02 ? W : null
}

type Curve = {
  humidity: Humidity
  airflowM3h: number
  pressurePa: number
  marks: readonly number[]
  own: readonly number[]
}
const curveOf = (model: CatalogueModel, { humidity, airflowM3h, pressurePa, marks, own }: Curve): Place[] =>
  temperaturesOf(model, marks, own).flatMap((tC) => {
    const W = ratioAt(humidity, tC, pressurePa)
    return W === null ? [] : [{ tC, kgH: capacityAt(model, tC, W, airflowM3h, pressurePa) }]
  })

const humidityOf = ({ point: { rhPct, wGKg } }: LevelPoint): Humidity =>
  wGKg === null ? { rhPct: rhPct ?? 0 } : { wGKg }
const keyOf = (one: LevelPoint): string => JSON.stringify([humidityOf(one), one.point.airflowM3h])
const numberOf = (humidity: Humidity): number => ('rhPct' in humidity ? humidity.rhPct : humidity.wGKg)

function dutyPlace(
  model: CatalogueModel,
  { temperatureC: T, humidityRatio: W, pressurePa, fanSetting }: DutyAir,
  marks: readonly number[],
): DutyPlace {
  const airflowM3h = model.airflowM3h * fanSetting
  const rhPct = relativeHumidityPercent(T, W, pressurePa)
  const near = nearestPoint(model, T, W)
  return {
    tC: T,
    kgH: capacityAt(model, T, W, airflowM3h, pressurePa),
    rhPct,
    wGKg: gramsPerKilogram * W,
    curve: curveOf(model, { humidity: { rhPct: Math.min(100, rhPct) }, airflowM3h, pressurePa, marks, own: [T] }),
    nearest: near && {
      tC: near.point.tC,
      wGKg: gramsPerKilogram * near.humidityRatio,
      kgH: near.point.kgH,
      apartK: Math.abs(T - near.point.tC),
      apartGKg: Math.abs(W - near.humidityRatio) * gramsPerKilogram,
    },
    isOutside: capacityDataOf(model, T, W).isOutside,
  }
}

/**
 * Return the chart of a model's capacity over the temperature of its process air: a line for each humidity of its
 * points, with the shape of the rotor map between them, at sea level; and the position of a duty, at its own pressure
 * and fan setting.
 */
export function performanceOf(model: CatalogueModel, duty: DutyAir | null): Performance {
  const points = levelPointsOf(model)
  const marks = [...points.map(({ point }) => point.tC), ...(duty ? [duty.temperatureC] : [])]
  const groups = new Map<string, LevelPoint[]>()
  for (const one of points) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  const shown = [...groups.values()].sort((one, other) => other.length - one.length).slice(0, mostLines)
  const drawn = new Set(shown.flat())
  const line = (humidity: Humidity, airflowM3h: number, own: readonly LevelPoint[]): PerformanceLine => ({
    humidity,
    airflowM3h,
    points: own.map(({ point: { tC, kgH } }) => ({ tC, kgH })).sort((one, other) => one.tC - other.tC),
    curve: curveOf(model, {
      humidity,
      airflowM3h,
      pressurePa: seaLevelPa,
      marks,
      own: own.map(({ point }) => point.tC),
    }),
  })
  const lines = shown.flatMap((own) => (own[0] ? [line(humidityOf(own[0]), own[0].point.airflowM3h, own)] : []))
  const { basis } = capacityDataOf(model, 0, 0)
  return {
    basis,
    source: basis === 'referenceSeries' ? null : model,
    lines:
      points.length === 0
        ? [line({ rhPct: usualHumidity }, model.airflowM3h, [])]
        : lines.sort((one, other) => numberOf(one.humidity) - numberOf(other.humidity)),
    others: points.filter((one) => !drawn.has(one)),
    duty: duty && dutyPlace(model, duty, marks),
  }
}
