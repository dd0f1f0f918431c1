import { inflowOfStore } from './balance.ts'
import { type Choice, unitCapacity } from './catalogue.ts'
import { type Calculator, defineFormula, silentCalculator } from './formula.ts'
import { type Residual, takenFromStore } from './frost.ts'
import { levelAt } from './level.ts'
import type { ClimateLoad } from './moisture-loads.ts'
import { type Air, airOf } from './psychrometrics.ts'
import { rotorOf } from './rotor.ts'
import type { Duty } from './sizing.ts'

/** Daily hours of all units in a re-entry room together: at most all day for each. */
export const unitHours = defineFormula({
  expression: 'min(D / m_u, 24 * n)',
  units: { D: 'kg/day', m_u: 'kg/h', n: '-' },
  unit: 'h/day',
  source: 'regeneration runs for the moisture of the day, at most all day; estimate [J]',
  compute: ({ D, m_u, n }) => Math.min(D / m_u, 24 * n),
})
/**
 * The same for units inside the store, from the fractions of hours in which they run with the doors in use and with the
 * doors closed.
 */
export const unitHoursInside = defineFormula({
  expression: 'n * (x_o * theta_d + x_c * (24 - theta_d))',
  units: { n: '-', x_o: '-', x_c: '-', theta_d: 'h/day' },
  unit: 'h/day',
  source: 'the units run until the coil is dry; estimate [J]',
  compute: ({ n, x_o, x_c, theta_d }) => n * (x_o * theta_d + x_c * (24 - theta_d)),
})
export const runningShare = defineFormula({
  expression: 'min(1, M_in / M_u)',
  units: { M_in: 'kg/h', M_u: 'kg/h' },
  unit: '-',
  source:
    'what enters, by what all units take from the store at the humidity at which it comes to rest; always where the coil stays wet; estimate [J]',
  compute: ({ M_in, M_u }) => Math.min(1, M_in / M_u),
})

/** Hours of all units together in air of one state, on one day. */
export type Spell = { unitHours: number; air: Air }

function spellInRoom(
  calculator: Calculator,
  { inputs, pressurePa }: Duty,
  { model, count }: Choice,
  { zone, dayKg }: ClimateLoad,
): Spell {
  const { supplyHumidityRatio } = rotorOf(silentCalculator, '', zone, inputs.fanSetting, pressurePa)
  const [W_z, k] = [zone.humidityRatio, levelAt(model, zone.temperatureC, zone.humidityRatio)]
  const m_u = unitCapacity.compute({
    V: model.airflowM3h,
    f: inputs.fanSetting,
    v_z: zone.volumeM3Kg,
    W_z,
    W_s: supplyHumidityRatio,
    k,
  })
  return { unitHours: m_u > 0 ? calculator.run('unitHours', unitHours, { D: dayKg, m_u, n: count }) : 0, air: zone }
}

function spellsInStore(
  calculator: Calculator,
  duty: Duty,
  { model, count }: Choice,
  load: ClimateLoad,
  residual: Residual,
): Spell[] {
  const { inputs, store, coil, pressurePa } = duty
  const setPoint = Math.min(coil.humidityRatio, store.humidityRatio)
  const spell = (hours: 'open' | 'closed', m: number) => {
    const W = residual[hours].humidityRatio ?? setPoint
    const M_in = calculator.run(`${hours}.entering`, inflowOfStore, {
      m,
      W_in: load.outdoor.humidityRatio,
      W_c: W,
      m_int: inputs.moistureKgH,
    })
    const k = levelAt(model, store.temperatureC, W)
    const taking = { n: count, V: model.airflowM3h, f: inputs.fanSetting, T_r: store.temperatureC, W, P: pressurePa, k }
    const M_u = calculator.run(`${hours}.capacity`, takenFromStore, taking)
    return {
      share: calculator.run(`${hours}.share`, runningShare, { M_in, M_u }),
      air: airOf(silentCalculator, '', store.temperatureC, W, pressurePa),
    }
  }
  const open = spell('open', load.openFlowKgS + load.leakFlowKgS)
  const closed = spell('closed', load.sealFlowKgS)
  const theta_d = inputs.windowHours
  calculator.run('unitHours', unitHoursInside, { n: count, x_o: open.share, x_c: closed.share, theta_d })
  return [
    { unitHours: count * open.share * theta_d, air: open.air },
    { unitHours: count * closed.share * (24 - theta_d), air: closed.air },
  ]
}

/**
 * Return the hours of the units on a day of one climate, and their air: in a re-entry room for the load of the room, in
 * the store until its coil is dry, which is also the basis of the frost with the equipment (`residual`).
 */
export const spellsOf = (
  calculator: Calculator,
  duty: Duty,
  choice: Choice,
  load: ClimateLoad,
  residual: Residual,
): Spell[] =>
  load.zone.isRoom
    ? [spellInRoom(calculator, duty, choice, load)]
    : spellsInStore(calculator, duty, choice, load, residual)
