import type { Coil } from './coil.ts'
import { type Calculator, defineFormula } from './formula.ts'

const balance = 'balance of the store: what enters is what settles on the coil and what the equipment takes [J]'

export const inflowOfRoom = defineFormula({
  expression: '3600 * m * (W_in - W_c) + m_int',
  units: { m: 'kg/s', W_in: 'kg/kg', W_c: 'kg/kg', m_int: 'kg/h' },
  unit: 'kg/h',
  source: 'what enters a store whose coil is just dry; supply air drier than that takes moisture out [J]',
  compute: ({ m, W_in, W_c, m_int }) => 3_600 * m * (W_in - W_c) + m_int,
})
export const inflowOfStore = defineFormula({
  expression: '3600 * m * max(0, W_in - W_c) + m_int',
  units: { m: 'kg/s', W_in: 'kg/kg', W_c: 'kg/kg', m_int: 'kg/h' },
  unit: 'kg/h',
  source: 'what enters a store whose coil is just dry [J]',
  compute: ({ m, W_in, W_c, m_int }) => 3_600 * m * Math.max(0, W_in - W_c) + m_int,
})
export const doorFlow = defineFormula({
  expression: 'W_in > W ? m : 0',
  units: { W_in: 'kg/kg', W: 'kg/kg', m: 'kg/s' },
  unit: 'kg/s',
  source: 'air that is drier than the store brings nothing [J]',
  compute: ({ W_in, W, m }) => (W_in > W ? m : 0),
})
export const balancedHumidity = defineFormula({
  expression: '(3600 * m * W_in + m_int + k_c * W_c - M_u) / (3600 * m + k_c)',
  units: { m: 'kg/s', W_in: 'kg/kg', m_int: 'kg/h', k_c: 'kg/h', W_c: 'kg/kg', M_u: 'kg/h' },
  unit: 'kg/kg',
  source: balance,
  compute: ({ m, W_in, m_int, k_c, W_c, M_u }) => (3_600 * m * W_in + m_int + k_c * W_c - M_u) / (3_600 * m + k_c),
})
export const balancedFrost = defineFormula({
  expression: 'k_c * (W - W_c)',
  units: { k_c: 'kg/h', W: 'kg/kg', W_c: 'kg/kg' },
  unit: 'kg/h',
  source: 'what settles on the calibrated coil [J]',
  compute: ({ k_c, W, W_c }) => k_c * (W - W_c),
})

/** The equilibrium: frost on the coil in kg/h, and the humidity ratio of the store; null = the coil stays dry. */
export type Balance = { frostKgH: number; humidityRatio: number | null }

/**
 * Moisture that the units remove from the store at a humidity ratio, kg/h; `record` also records the steps of the
 * calculation at the solution.
 */
export type Taking = {
  at: (humidityRatio: number) => number
  record: (calculator: Calculator, step: string, humidityRatio: number) => number
}

type Entering = { flowKgS: number; humidityRatio: number; internalKgH: number }

const mostTurns = 100
const closeEnough = 1e-13

/** Find the zero of a falling function between two ends, by false position (Illinois). */
function zeroOf(value: (x: number) => number, low: number, high: number, scale: number): number {
  let [left, right] = [low, high]
  let [atLeft, atRight] = [value(left), value(right)]
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const middle = turn % 3 === 2 ? (left + right) / 2 : (left * atRight - right * atLeft) / (atRight - atLeft)
    const at = value(middle)
    if (Math.abs(at) <= closeEnough * scale) return middle
    if (at > 0) {
      ;[left, atLeft] = [middle, at]
      atRight /= 2
    } else {
      ;[right, atRight] = [middle, at]
      atLeft /= 2
    }
  }
  return (left + right) / 2
}

const dry = { frostKgH: 0, humidityRatio: null }

/**
 * Find the equilibrium of a store behind a re-entry room: the room's supply air enters, and dries the store if it is
 * drier. Nothing else removes moisture.
 */
export function balanceBehindRoom(
  calculator: Calculator,
  step: string,
  coil: Coil,
  { flowKgS: m, humidityRatio: W_in, internalKgH: m_int }: Entering,
): Balance {
  const [W_c, k_c] = [coil.humidityRatio, coil.transferKgH]
  const entering = calculator.run(`${step}.inflow`, inflowOfRoom, { m, W_in, W_c, m_int })
  if (entering <= 0 || k_c <= 0)
    return { ...dry, frostKgH: calculator.given(`${step}.frost`, 0, 'kg/h', 'the coil stays dry') }
  const W = calculator.run(`${step}.humidityRatio`, balancedHumidity, { m, W_in, m_int, k_c, W_c, M_u: 0 })
  return { frostKgH: calculator.run(`${step}.frost`, balancedFrost, { k_c, W, W_c }), humidityRatio: W }
}

/** Find the equilibrium of a store with its equipment inside, which runs until the coil is dry. */
export function balanceInside(
  calculator: Calculator,
  step: string,
  coil: Coil,
  { flowKgS: m, humidityRatio: W_in, internalKgH: m_int }: Entering,
  taking: Taking,
): Balance {
  const [W_c, k_c] = [coil.humidityRatio, coil.transferKgH]
  const entering = calculator.run(`${step}.inflow`, inflowOfStore, { m, W_in, W_c, m_int })
  if (entering <= taking.at(W_c) || k_c <= 0)
    return { ...dry, frostKgH: calculator.given(`${step}.frost`, 0, 'kg/h', 'the coil stays dry') }
  const surplus = (W: number) => 3_600 * m * Math.max(0, W_in - W) + m_int - taking.at(W) - k_c * (W - W_c)
  const most = Math.min(W_c + entering / k_c, Math.max(W_in, W_c + m_int / k_c))
  const W = zeroOf(surplus, W_c, most, entering)
  const M_u = taking.record(calculator, step, W)
  const reached = calculator.run(`${step}.humidityRatio`, balancedHumidity, {
    m: calculator.run(`${step}.doorFlow`, doorFlow, { W_in, W, m }),
    W_in,
    m_int,
    k_c,
    W_c,
    M_u,
  })
  return { frostKgH: calculator.run(`${step}.frost`, balancedFrost, { k_c, W: reached, W_c }), humidityRatio: reached }
}
