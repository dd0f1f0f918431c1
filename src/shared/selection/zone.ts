import { constants } from './constants.ts'
import { type Calculator, defineFormula } from './formula.ts'
import { type SelectionInputs, volumeOf } from './inputs.ts'
import {
  type Air,
  airOf,
  frostPoint,
  humidityRatioOf,
  relativeHumidityAt,
  saturationHumidityRatio,
} from './psychrometrics.ts'

const judgement = 'our decision [J]'

/** The store in its design state. */
export type Store = Air & { frostPointC: number }
/** The protected zone: the re-entry room, or the store itself without one. */
export type Zone = Air & {
  isRoom: boolean
  volumeM3: number
  /** Most humid air that mixes with the store without fog, kg/kg; null without a re-entry room. */
  noFogHumidityRatio: number | null
  relativeHumidity: number
}

export const zoneTemperature = defineFormula({
  expression: 'T_o >= T_r ? min(T_o, max(5, T_r + 5)) : T_r',
  units: { T_o: '°C', T_r: '°C' },
  unit: '°C',
  source: `${judgement}; dock practice 34 °F in Tippmann [S]`,
  compute: ({ T_o, T_r }) =>
    T_o >= T_r ? Math.min(T_o, Math.max(constants.zoneLeast.value, T_r + constants.zoneLift.value)) : T_r,
})

/**
 * Find the largest humidity ratio at T_z whose straight mixing line to (T_r, W_r) stays below saturation everywhere
 * between, searched in steps of 0.05 K and at T_z itself: no fog, snow or ice at the door.
 */
function noFogLimitOf(T_r: number, W_r: number, T_z: number, P: number): number {
  const span = T_z - T_r
  let least = saturationHumidityRatio(T_z, P)
  const step = constants.noFogStep.value
  for (let index = 1; index * step < span; index += 1) {
    const away = index * step
    const limit = W_r + ((saturationHumidityRatio(T_r + away, P) - W_r) * span) / away
    if (limit < least) least = limit
  }
  return least
}

export const noFogLimit = defineFormula({
  expression: 'leastOver(T_r, T_z, 0.05, T => W_r + (Ws(T, P) - W_r) * (T_z - T_r) / (T - T_r))',
  units: { T_r: '°C', W_r: 'kg/kg', T_z: '°C', P: 'Pa' },
  unit: 'kg/kg',
  source: `straight mixing line under saturation, ${judgement}; Ws by ASHRAE Fundamentals 2017 ch. 1`,
  compute: ({ T_r, W_r, T_z, P }) => noFogLimitOf(T_r, W_r, T_z, P),
})

export const zoneHumidityRatio = defineFormula({
  expression: 'max(W_r, min(W_nf, 0.002857))',
  units: { W_r: 'kg/kg', W_nf: 'kg/kg' },
  unit: 'kg/kg',
  source: `${judgement}; 0.002857 = lower limit of the published rotor map [S]`,
  compute: ({ W_r, W_nf }) => Math.max(W_r, Math.min(W_nf, constants.rotorLowestHumidity.value)),
})

/** Return the store state: design temperature and humidity, relative to ice below 0 °C. */
export function storeOf(calculator: Calculator, { store }: SelectionInputs, pressurePa: number): Store {
  const humidityRatio = calculator.run('store.humidityRatio', humidityRatioOf, {
    T: store.temperatureC,
    RH: store.relativeHumidity,
    P: pressurePa,
  })
  const air = airOf(calculator, 'store', store.temperatureC, humidityRatio, pressurePa)
  return { ...air, frostPointC: calculator.run('store.frostPoint', frostPoint, { W: humidityRatio, P: pressurePa }) }
}

/** Cache of the fog limit, because many cases and what-ifs need the same one. */
export type NoFogBook = Map<string, number>

/**
 * Return the protected zone at an outdoor temperature of `outdoorC`. `strict` dries a re-entry room to the store's own
 * humidity instead of the humidity that an ordinary rotor reaches without ice at the door.
 */
export function zoneOf(
  calculator: Calculator,
  inputs: SelectionInputs,
  {
    store,
    outdoorC,
    pressurePa,
    strict,
    book,
  }: { store: Store; outdoorC: number; pressurePa: number; strict: boolean; book: NoFogBook },
): Zone {
  const room = inputs.reentryRoom
  if (!room)
    return {
      ...store,
      isRoom: false,
      volumeM3: volumeOf(inputs.store),
      noFogHumidityRatio: null,
      relativeHumidity: inputs.store.relativeHumidity,
    }
  const temperatureC = calculator.run('zone.temperature', zoneTemperature, { T_o: outdoorC, T_r: store.temperatureC })
  const key = `${store.temperatureC} ${store.humidityRatio} ${temperatureC} ${pressurePa}`
  const known = book.get(key)
  const limit = { ...noFogLimit, compute: known === undefined ? noFogLimit.compute : () => known }
  const values = { T_r: store.temperatureC, W_r: store.humidityRatio, T_z: temperatureC, P: pressurePa }
  const noFogHumidityRatio = calculator.run('zone.noFogLimit', limit, values)
  book.set(key, noFogHumidityRatio)
  const humidityRatio = strict
    ? calculator.given(
        'zone.humidityRatio',
        store.humidityRatio,
        'kg/kg',
        'strict target: the humidity ratio of the store',
      )
    : calculator.run('zone.humidityRatio', zoneHumidityRatio, { W_r: store.humidityRatio, W_nf: noFogHumidityRatio })
  const air = airOf(calculator, 'zone', temperatureC, humidityRatio, pressurePa)
  const relativeHumidity = calculator.run('zone.relativeHumidity', relativeHumidityAt, {
    T: temperatureC,
    W: humidityRatio,
    P: pressurePa,
  })
  return { ...air, isRoom: true, volumeM3: volumeOf(room), noFogHumidityRatio, relativeHumidity }
}
