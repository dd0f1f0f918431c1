import { constants } from './constants.ts'
import { type DoorFlow, doorFlowsOf } from './doors.ts'
import { type Calculator, defineFormula } from './formula.ts'
import type { Climate, SelectionInputs } from './inputs.ts'
import { type Air, airOf, cappedHumidityRatio, humidityRatioOf } from './psychrometrics.ts'
import { type NoFogBook, type Store, type Zone, zoneOf } from './zone.ts'

export const caseNames = ['design', 'peak', 'summer', 'winter'] as const
export type CaseName = (typeof caseNames)[number]

const balance = 'moisture balance of the protected zone: m_w = B (W_o - W_z), Gosney & Olama 1975 [S]'

export const flowSum = defineFormula({
  expression: 'm_1 + m_2 + m_3',
  units: { m_1: 'kg/s', m_2: 'kg/s', m_3: 'kg/s' },
  unit: 'kg/s',
  source: 'sum over the doors',
  compute: ({ m_1, m_2, m_3 }) => m_1 + m_2 + m_3,
})

export const moistureOfFlow = defineFormula({
  expression: '3600 * m * max(0, W_o - W_i)',
  units: { m: 'kg/s', W_o: 'kg/kg', W_i: 'kg/kg' },
  unit: 'kg/h',
  source: balance,
  compute: ({ m, W_o, W_i }) => 3_600 * m * Math.max(0, W_o - W_i),
})

export const moistureLoad = defineFormula({
  expression: '3600 * (m_o + m_l) * max(0, W_o - W_i) + m_int',
  units: { m_o: 'kg/s', m_l: 'kg/s', W_o: 'kg/kg', W_i: 'kg/kg', m_int: 'kg/h' },
  unit: 'kg/h',
  source: balance,
  compute: ({ m_o, m_l, W_o, W_i, m_int }) => 3_600 * (m_o + m_l) * Math.max(0, W_o - W_i) + m_int,
})

export const closedRate = defineFormula({
  expression: '3600 * m_seal * max(0, W_o - W_i) + m_int',
  units: { m_seal: 'kg/s', W_o: 'kg/kg', W_i: 'kg/kg', m_int: 'kg/h' },
  unit: 'kg/h',
  source: 'outside the operating window all doors are closed and leak',
  compute: ({ m_seal, W_o, W_i, m_int }) => 3_600 * m_seal * Math.max(0, W_o - W_i) + m_int,
})

export const perDay = defineFormula({
  expression: 'M * theta_d + M_closed * (24 - theta_d)',
  units: { M: 'kg/h', M_closed: 'kg/h', theta_d: 'h/day' },
  unit: 'kg/day',
  source: 'operating window and the rest of the day',
  compute: ({ M, M_closed, theta_d }) => M * theta_d + M_closed * (24 - theta_d),
})

/** Moisture that enters, relative to air of one humidity ratio. */
export type Moisture = { loadKgH: number; closedKgH: number; dayKg: number }
/** One climate: its air, the zone, the doors, and the moisture to remove from the zone. */
export type ClimateLoad = Moisture & {
  outdoor: Air
  zone: Zone
  doors: DoorFlow[]
  openFlowKgS: number
  leakFlowKgS: number
  sealFlowKgS: number
  infiltrationKgH: number
  leakageKgH: number
  /**
   * Moisture released inside that must be removed from this zone; a re-entry room does not receive that of the store.
   */
  internalKgH: number
  /** The outdoor air is no more humid than the target. */
  isDry: boolean
}

/** A case with its name. */
export type CaseLoad = ClimateLoad & { name: CaseName }

/** Is a case 0 kg/h, because the outdoor air is no more humid than the target and nothing is released inside? */
export const isNothing = ({ isDry, loadKgH }: CaseLoad): boolean => isDry && loadKgH <= constants.leastNeed.value

const sumOf = (calculator: Calculator, step: string, [m_1 = 0, m_2 = 0, m_3 = 0]: readonly number[]): number =>
  calculator.run(step, flowSum, { m_1, m_2, m_3 })

type Flows = Pick<CaseLoad, 'openFlowKgS' | 'leakFlowKgS' | 'sealFlowKgS'>

/** The exchange between air of `outside` and `inside` kg/kg, and the moisture released inside, kg/h. */
type Moistening = { outside: number; inside: number; internalKgH: number }

/** Return the moisture in the operating window (kg/h), in the closed hours (kg/h) and per day (kg). */
export function moistureOf(
  calculator: Calculator,
  inputs: SelectionInputs,
  flows: Flows,
  { outside, inside, internalKgH }: Moistening,
): Moisture {
  const air = { W_o: outside, W_i: inside, m_int: internalKgH }
  const loadKgH = calculator.run('load', moistureLoad, { m_o: flows.openFlowKgS, m_l: flows.leakFlowKgS, ...air })
  const closedKgH = calculator.run('closedRate', closedRate, { m_seal: flows.sealFlowKgS, ...air })
  return {
    loadKgH,
    closedKgH,
    dayKg: calculator.run('perDay', perDay, { M: loadKgH, M_closed: closedKgH, theta_d: inputs.windowHours }),
  }
}

/** Return outdoor air with a temperature in °C and a relative humidity in %. */
export function climateAir(
  calculator: Calculator,
  { temperatureC, relativeHumidity }: Climate,
  pressurePa: number,
): Air {
  const W = calculator.run('outdoor.humidityRatio', humidityRatioOf, {
    T: temperatureC,
    RH: relativeHumidity,
    P: pressurePa,
  })
  return airOf(calculator, 'outdoor', temperatureC, W, pressurePa)
}

/** Return the outdoor air of a case; null if its climate is not given. */
export function outdoorOf(
  calculator: Calculator,
  name: CaseName,
  inputs: SelectionInputs,
  pressurePa: number,
): Air | null {
  if (name !== 'peak') {
    const climate = inputs[name]
    return climate && climateAir(calculator, climate, pressurePa)
  }
  const { temperatureC, humidityRatioGKg } = inputs.peak
  const W = calculator.run('outdoor.humidityRatio', cappedHumidityRatio, {
    x: humidityRatioGKg,
    T: temperatureC,
    P: pressurePa,
  })
  return airOf(calculator, 'outdoor', temperatureC, W, pressurePa)
}

export type CaseSetting = {
  pressurePa: number
  store: Store
  effectiveness: number
  strict: boolean
  book: NoFogBook
  isNeed: boolean
}

/**
 * Return the load with the outdoor air `outdoor`. Outdoor air colder than the zone needs no separate case: the two
 * sides are exchanged.
 */
export function caseLoadOf(
  calculator: Calculator,
  inputs: SelectionInputs,
  outdoor: Air,
  setting: CaseSetting,
): ClimateLoad {
  const zone = zoneOf(calculator, inputs, { ...setting, outdoorC: outdoor.temperatureC })
  const doors = doorFlowsOf(calculator, inputs, {
    from: outdoor,
    other: zone,
    volumeM3: zone.volumeM3,
    effectiveness: setting.effectiveness,
    isNeed: setting.isNeed,
  })
  const sum = (what: 'openFlowKgS' | 'leakFlowKgS' | 'sealFlowKgS', step: string) =>
    sumOf(
      calculator,
      step,
      doors.map((door) => door[what]),
    )
  const flows = {
    openFlowKgS: sum('openFlowKgS', 'openFlow'),
    leakFlowKgS: sum('leakFlowKgS', 'leakFlow'),
    sealFlowKgS: sum('sealFlowKgS', 'sealFlow'),
  }
  const air = { W_o: outdoor.humidityRatio, W_i: zone.humidityRatio }
  const internalKgH = zone.isRoom ? 0 : inputs.moistureKgH
  return {
    outdoor,
    zone,
    doors,
    ...flows,
    infiltrationKgH: calculator.run('infiltration', moistureOfFlow, { m: flows.openFlowKgS, ...air }),
    leakageKgH: calculator.run('leakage', moistureOfFlow, { m: flows.leakFlowKgS, ...air }),
    internalKgH,
    isDry: outdoor.humidityRatio <= zone.humidityRatio,
    ...moistureOf(calculator, inputs, flows, {
      outside: outdoor.humidityRatio,
      inside: zone.humidityRatio,
      internalKgH,
    }),
  }
}
