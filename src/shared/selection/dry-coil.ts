import { type Calculator, defineFormula } from './formula.ts'
import { airOf } from './psychrometrics.ts'
import { rotorOf } from './rotor.ts'
import { type Duty, flowsOf } from './sizing.ts'

export const dryCoilNeed = defineFormula({
  expression: '(3600 * (m_o + m_l) * max(0, W_o - W_c) + m_int) * s',
  units: { m_o: 'kg/s', m_l: 'kg/s', W_o: 'kg/kg', W_c: 'kg/kg', m_int: 'kg/h', s: '-' },
  unit: 'kg/h',
  source: 'moisture to be taken from the store so that the coil stays dry on the design day [J]',
  compute: ({ m_o, m_l, W_o, W_c, m_int, s }) => (3_600 * (m_o + m_l) * Math.max(0, W_o - W_c) + m_int) * s,
})

/**
 * Return the moisture removal that keeps the coil dry, kg/h; null with a re-entry room, whose units remove nothing from
 * the store. Source: spec 2b.
 */
export const dryCoilNeedOf = (calculator: Calculator, { inputs, coil, cases: { design } }: Duty): number | null =>
  inputs.reentryRoom
    ? null
    : calculator.run('dryCoil.need', dryCoilNeed, {
        m_o: design.openFlowKgS,
        m_l: design.leakFlowKgS,
        W_o: design.outdoor.humidityRatio,
        W_c: coil.humidityRatio,
        m_int: inputs.moistureKgH,
        s: inputs.safety,
      })

/**
 * Return the duty of the alternative "dry coil": the same doors and climates, with a store so dry that nothing settles
 * on its coil.
 */
export function dryCoilDuty(calculator: Calculator, duty: Duty, needKgH: number): Duty {
  const { inputs, store, coil, pressurePa } = duty
  const air = airOf(calculator, 'dryCoil.store', store.temperatureC, coil.humidityRatio, pressurePa)
  const zone = { ...duty.zone, ...air, relativeHumidity: coil.dryHumidity }
  const rotor = rotorOf(calculator, 'dryCoil.rotor', zone, inputs.fanSetting, pressurePa)
  return {
    ...duty,
    governs: 'design',
    needKgH,
    zone,
    rotor,
    ...flowsOf(calculator, 'dryCoil.', { needKgH, zone, rotor, sweepFlowM3h: duty.sweepFlowM3h }),
  }
}
