import psychrolib from 'psychrolib'
import type { CatalogueModel } from '#shared/selection/model.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'

/*
 * A second implementation of the selection, directly from the text of the specification and without the product's
 * formulas: one function, no trace, bisection only. Agreement means that two readings of the specification agree.
 */
psychrolib.SetUnitSystem(psychrolib.SI)
const ratio = (T: number, RH: number, P: number) => psychrolib.GetHumRatioFromRelHum(T, RH / 100, P)
const saturated = (T: number, P: number) => psychrolib.GetSatHumRatio(T, P)
const volume = (T: number, W: number, P: number) => psychrolib.GetMoistAirVolume(T, W, P)
const density = (T: number, W: number, P: number) => psychrolib.GetMoistAirDensity(T, W, P)
const seaLevel = 101_325

const leaving = [
  0.0148880824323806, -0.000283393198398211, -0.87802168940547, -0.000713615831236411, 0.0311261188874622,
  1.51738892142485e-6, 0.0287250198281021, 4.94796903231558e-6, 24.0771139652826, 0.000122270283927978,
  -0.0151657189566474, 3.91641393230322e-8, 0.126032651553348, 0.000391653854431574, 0.002160537360507,
  0.00132732844211593,
]
const warming = [
  -38.7782841989449, 2.0127655837628, 5212.49360216097, 15.2362536782665, -80.4910419759181, -0.105014122001509,
  -229.668673645144, -0.015424703743461, -69440.0689831847, -1.6686064694322, 38.5855718977592, 0.000196395381206009,
  386.179386548324, -0.801959614172614, -3.33080986818745, -15.2034386065714,
]
function map(coefficients: readonly number[], T: number, W: number, V: number): number {
  const [t2, w2, v2] = [T * T, W * W, V * V]
  const terms = [
    1,
    T,
    W,
    V,
    T * W,
    T * V,
    W * V,
    t2,
    w2,
    v2,
    t2 * w2,
    t2 * v2,
    w2 * v2,
    Math.log(T),
    Math.log(W),
    Math.log(V),
  ]
  return terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? Number.NaN), 0)
}
function rotor(T: number, W: number, f: number): { supply: number; rise: number } {
  const [t, w, v] = [Math.min(48.9, Math.max(1.67, T)), Math.min(0.02857, Math.max(0.002857, W)), 4 * f]
  const out = Math.max(0.000857, map(leaving, t, w, v))
  const supply = (W * out) / w
  return { supply, rise: ((map(warming, t, w, v) - t) * (W - supply)) / (w - out) }
}

function level(
  { points, airflowM3h: nominal, capFactor, ratedCapacityKgH }: CatalogueModel,
  T: number,
  W: number,
): number {
  if (points.length === 0 && capFactor !== null) return capFactor
  const rating = { tC: 20, rhPct: 60, wGKg: null, airflowM3h: nominal, kgH: ratedCapacityKgH ?? 0 }
  const own = (points.length > 0 ? points : [rating]).map(({ tC, rhPct, wGKg, airflowM3h, kgH }) => {
    const w = wGKg === null ? ratio(tC, rhPct ?? 0, seaLevel) : wGKg / 1_000
    const taken = (airflowM3h / volume(tC, w, seaLevel)) * (w - rotor(tC, w, airflowM3h / nominal).supply)
    return { phi: kgH / taken, d: ((T - tC) / 10) ** 2 + ((1_000 * (W - w)) / 3) ** 2 }
  })
  const [first] = own
  if (first && own.length === 1) return first.phi
  const on = own.find(({ d }) => d < 1e-18)
  return on ? on.phi : own.reduce((sum, { phi, d }) => sum + phi / d, 0) / own.reduce((sum, { d }) => sum + 1 / d, 0)
}

type Air = { T: number; W: number }
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export type Expected = ReturnType<typeof calculate>
/** Calculate a complete project and a catalogue by the specification. Source: spec/selection.md, version 2. */
export function calculate(project: ProjectData, models: readonly CatalogueModel[]) {
  const value = (name: keyof ProjectData, otherwise = Number.NaN): number => Number(project[name] || otherwise)
  const P = psychrolib.GetStandardAtmPressure(project.altitudeAvg ?? 0)
  const [T_r, hours, f, moisture] = [
    Number(project.designTempStorage),
    value('doorOperationTimeDaily'),
    value('deviceWindAdjust', 1),
    project.moisture ?? 0,
  ]
  const W_r = ratio(T_r, value('designHumidityStorage'), P)
  const storeVolume = value('storageLength') * value('storageWidth') * value('storageHeight')
  const roomVolume = value('reentryRoomLength', 0) * value('reentryRoomWidth', 0) * value('reentryRoomHeight', 0)
  const isRoom = roomVolume > 0
  const doors = ([1, 2, 3] as const).flatMap((number) => {
    const [L, H] = [value(`door${number}Length`, 0), value(`door${number}Height`, 0)]
    const count = value(`door${number}OpenCountDaily`, value('doorOpenCountDaily', 0))
    return L > 0 && H > 0 ? [{ L, H, state: project[`door${number}OpenState`] ?? 'occasionally', count }] : []
  })
  const strip = project.hasDoorCurtain === 'yes' ? (T_r < 0 ? 0.8 : 0.85) : 0
  const E = Math.min(0.95, 1 - (1 - strip) * (project.hasAirCurtain === 'yes' ? 0.5 : 1))

  const zoneAt = (T_o: number): Air => {
    if (!isRoom) return { T: T_r, W: W_r }
    const T = T_o >= T_r ? Math.min(T_o, Math.max(5, T_r + 5)) : T_r
    let noFog = saturated(T, P)
    for (let step = 1; T_r + 0.05 * step < T; step += 1)
      noFog = Math.min(noFog, W_r + ((saturated(T_r + 0.05 * step, P) - W_r) * (T - T_r)) / (0.05 * step))
    return { T, W: Math.max(W_r, Math.min(noFog, 0.002857)) }
  }
  /** kg/s from one air to another: in the operating window, and with all doors closed. */
  const flows = (from: Air, to: Air, limit: number, isNeed: boolean) => {
    const [a, b] = [density(from.T, from.W, P), density(to.T, to.W, P)]
    const [cold, warm] = [Math.max(a, b), Math.min(a, b)]
    let [open, closed] = [0, 0]
    for (const { L, H, state, count } of doors) {
      const B =
        0.221 *
        L *
        H *
        cold *
        Math.sqrt(1 - warm / cold) *
        Math.sqrt(9.81 * H) *
        (2 / (1 + (cold / warm) ** (1 / 3))) ** 1.5
      const q = B * (state === 'alwaysOpen' ? 1 : Math.abs(from.T - to.T) > 11 ? 0.8 : 1.1) * (1 - E)
      const seconds = Math.min(value('doorOpenDuration', 20), (limit * cold) / q)
      const share =
        state === 'alwaysOpen' ? 1 : state === 'alwaysClosed' ? 0 : Math.min(1, (count * seconds) / (3_600 * hours))
      const seal = (a * 5.8064e-4 * 2 * (L + H)) / (1 + from.W)
      // Our addition: for the need an open door counts at least as much as a closed one.
      open += (isNeed ? Math.max(q, seal) : q) * share + seal * (1 - share)
      closed += seal
    }
    return { open, closed }
  }
  const caseOf = (T: number, W: number, isNeed: boolean) => {
    const zone = zoneAt(T)
    const flow = flows({ T, W }, zone, isRoom ? roomVolume : storeVolume, isNeed)
    const towards = (inside: number, released: number, m: number) => 3_600 * m * Math.max(0, W - inside) + released
    return {
      W,
      zone,
      flow,
      load: towards(zone.W, isRoom ? 0 : moisture, flow.open),
      frost: [flow.open, flow.closed].map((m) => towards(W_r, moisture, m)),
    }
  }
  const perDay = ([open = 0, closed = 0]: readonly number[]) => open * hours + closed * (24 - hours)
  const T_peak = Number(project.tempMaxYear)
  const design = caseOf(
    Number(project.outdoorTemp),
    ratio(Number(project.outdoorTemp), value('outdoorHumidity'), P),
    true,
  )
  const peak = caseOf(T_peak, Math.min(value('humidityContentMax') / 1_000, saturated(T_peak, P)), true)
  const safety = value('estSafety', 1.1)
  const need = Math.max(design.load * safety, peak.load)
  const { zone } = design.load * safety >= peak.load ? design : peak
  const areas = (state: string) => doors.filter((door) => door.state === state).map(({ L, H }) => L * H * (1 - E))
  const sweep =
    3_600 *
    value('estWindSpeed', 0.5) *
    (areas('alwaysOpen').reduce((sum, area) => sum + area, 0) + Math.max(0, ...areas('occasionally')))

  const capacity = (model: CatalogueModel, { T, W }: Air) =>
    ((model.airflowM3h * f) / volume(T, W, P)) * (W - rotor(T, W, f).supply) * level(model, T, W)
  const choose = (air: Air, needed: number) => {
    const able = models
      .filter(({ tMin, tMax }) => tMin <= air.T && air.T <= tMax)
      .map((model) => ({ model, unit: capacity(model, air) }))
    for (let count = value('deviceCount', 1); count <= 8; count += 1) {
      const fitting = able.filter(
        ({ model, unit }) => unit > 0 && count * unit >= needed && count * model.airflowM3h * f >= sweep,
      )
      const power = ({ fanKw, regenKw }: CatalogueModel) => fanKw + regenKw
      const [best] = fitting.sort(
        ({ model: one }, { model: other }) =>
          power(one) - power(other) || one.airflowM3h - other.airflowM3h || (one.model < other.model ? -1 : 1),
      )
      if (best) return { ...best, count }
    }
    return null
  }
  const chosen = choose(zone, need)

  const W_c = saturated(T_r - (project.coldStorageType === 'tubeBank' ? 10 : 8), P)
  const k_c = (design.frost[0] ?? 0) / ((W_r > W_c ? W_r : saturated(T_r, P)) - W_c)
  const settled = (m: number, W_in: number): number => {
    const taken = (W: number) => (chosen && !isRoom ? chosen.count * capacity(chosen.model, { T: T_r, W }) : 0)
    const entering = (W: number) => 3_600 * m * (isRoom ? W_in - W : Math.max(0, W_in - W)) + moisture
    if (entering(W_c) <= taken(W_c) || k_c === 0) return 0
    let [low, high] = [W_c, W_c + entering(W_c) / k_c]
    for (let turn = 0; turn < 100; turn += 1) {
      const W = (low + high) / 2
      if (entering(W) - taken(W) > k_c * (W - W_c)) low = W
      else high = W
    }
    return k_c * (low - W_c)
  }
  const withUnits = ({ W, zone: own, flow }: ReturnType<typeof caseOf>): number | null => {
    if (!chosen) return null
    // One opening exchanges at most the volume of the smaller of the two rooms.
    const inner = isRoom ? flows(own, { T: T_r, W: W_r }, Math.min(roomVolume, storeVolume), false) : flow
    const W_in = isRoom ? rotor(own.T, own.W, f).supply : W
    return perDay([settled(inner.open, W_in), settled(inner.closed, W_in)])
  }
  const months = days.map((length, index) => {
    const c = Math.cos((2 * Math.PI * (index + 1 - 7)) / 12)
    const between = (summer: number | null, winter: number | null) =>
      (Number(summer) + Number(winter)) / 2 + (c * (Number(summer) - Number(winter))) / 2
    const T = between(project.tempSummerAvg, project.tempWinterAvg)
    const month = caseOf(T, ratio(T, between(project.humiditySummerAvg, project.humidityWinterAvg), P), false)
    return { without: length * perDay(month.frost), with: length * (withUnits(month) ?? 0) }
  })
  const isYear = [
    project.tempSummerAvg,
    project.tempWinterAvg,
    project.humiditySummerAvg,
    project.humidityWinterAvg,
  ].every((mean) => mean !== null)
  const year = (of: 'without' | 'with') =>
    isYear && (of === 'without' || chosen) ? months.reduce((sum, month) => sum + month[of], 0) : null
  const [frostWithoutKgDay, frostWithKgDay] = [perDay(design.frost), withUnits(design)]
  const rise = chosen && rotor(design.zone.T, design.zone.W, f).rise * level(chosen.model, zone.T, zone.W)
  const air = chosen && (chosen.count * chosen.model.airflowM3h * f) / volume(design.zone.T, design.zone.W, P)
  return {
    needKgH: need,
    requiredAirflowM3h: Math.max(
      (need * volume(zone.T, zone.W, P)) / (zone.W - rotor(zone.T, zone.W, f).supply),
      sweep,
    ),
    model: chosen?.model.model ?? null,
    count: chosen?.count ?? null,
    unitCapacityKgH: chosen?.unit ?? null,
    frostWithoutKgDay,
    frostWithKgDay,
    reduction:
      frostWithKgDay === null || frostWithoutKgDay <= 1e-6 ? null : Math.max(0, 1 - frostWithKgDay / frostWithoutKgDay),
    supplyTempC: rise === null ? null : design.zone.T + rise,
    sensibleHeatKw: rise === null || air === null ? null : (air * 1.006 * rise) / 3_600,
    dryCoilNeedKgH: isRoom ? null : (3_600 * design.flow.open * Math.max(0, design.W - W_c) + moisture) * safety,
    annualFrostWithoutKg: year('without'),
    annualFrostWithKg: year('with'),
  }
}
