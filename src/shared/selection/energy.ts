import type { Choice } from './catalogue.ts'
import { type Calculator, defineFormula } from './formula.ts'
import { heaterAt } from './level.ts'
import type { Duty } from './sizing.ts'

export const energyPerDay = defineFormula({
  expression: 'P_reg * D / m_u + P_fan * n * 24',
  units: { P_reg: 'kW', D: 'kg/day', m_u: 'kg/h', P_fan: 'kW', n: '-' },
  unit: 'kWh/day',
  source: 'regeneration runs for the moisture of the design day, fans all day; estimate',
  compute: ({ P_reg, D, m_u, P_fan, n }) => (P_reg * D) / m_u + P_fan * n * 24,
})

/**
 * Munters worksheet: velocity × area × density × open time × humidity difference; infiltration only, for comparison.
 */
export const sweepCheck = defineFormula({
  expression: '3600 * w * (1 - E) * (A_1 * D_1 + A_2 * D_2 + A_3 * D_3) * rho_o / (1 + W_o) * max(0, W_o - W_z)',
  units: {
    w: 'm/s',
    E: '-',
    A_1: 'm²',
    D_1: '-',
    A_2: 'm²',
    D_2: '-',
    A_3: 'm²',
    D_3: '-',
    rho_o: 'kg/m³',
    W_o: 'kg/kg',
    W_z: 'kg/kg',
  },
  unit: 'kg/h',
  source: 'Munters dehumidification worksheet: velocity × area × density × open time × dW [S]',
  compute: ({ w, E, A_1, D_1, A_2, D_2, A_3, D_3, rho_o, W_o, W_z }) =>
    ((3_600 * w * (1 - E) * (A_1 * D_1 + A_2 * D_2 + A_3 * D_3) * rho_o) / (1 + W_o)) * Math.max(0, W_o - W_z),
})

/**
 * Return the energy of the chosen units on the design day, kWh/day; an estimate. The regeneration heat at the duty is
 * the manufacturer's, if the points contain it.
 */
export const energyOf = (
  calculator: Calculator,
  { cases: { design }, zone }: Duty,
  { model, count, unitCapacityKgH }: Choice,
): number =>
  calculator.run('energy', energyPerDay, {
    P_reg: heaterAt(model, zone.temperatureC, zone.humidityRatio),
    D: design.dayKg,
    m_u: unitCapacityKgH,
    P_fan: model.fanKw,
    n: count,
  })

/** Return the infiltration of the design day by another method, kg/h; no decision depends on it. */
export function crossCheckOf(calculator: Calculator, { inputs, effectiveness, cases: { design } }: Duty): number {
  const [first, second, third] = design.doors
  return calculator.run('crossCheck', sweepCheck, {
    w: inputs.sweepVelocity,
    E: effectiveness,
    A_1: first?.areaM2 ?? 0,
    D_1: first?.openFraction ?? 0,
    A_2: second?.areaM2 ?? 0,
    D_2: second?.openFraction ?? 0,
    A_3: third?.areaM2 ?? 0,
    D_3: third?.openFraction ?? 0,
    rho_o: design.outdoor.densityKgM3,
    W_o: design.outdoor.humidityRatio,
    W_z: design.zone.humidityRatio,
  })
}
