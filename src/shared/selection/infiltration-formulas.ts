import { constants } from './constants.ts'
import { defineFormula } from './formula.ts'

const gosney = constants.gosneyOlama.source
const ashraeLoads = 'ASHRAE Refrigeration "Refrigerated-Facility Loads"'

export const densityFactor = defineFormula({
  expression: '(2 / (1 + (rho_c / rho_w)^(1/3)))^1.5',
  units: { rho_c: 'kg/m³', rho_w: 'kg/m³' },
  unit: '-',
  source: gosney,
  compute: ({ rho_c, rho_w }) => (2 / (1 + Math.cbrt(rho_c / rho_w))) ** 1.5,
})

/** Dry air that an open door exchanges in each direction once the flow is fully established. */
export const fullFlow = defineFormula({
  expression: '0.221 * A * rho_c * sqrt(1 - rho_w / rho_c) * sqrt(9.81 * H) * Fm',
  units: { A: 'm²', H: 'm', rho_c: 'kg/m³', rho_w: 'kg/m³', Fm: '-' },
  unit: 'kg/s',
  source: gosney,
  compute: ({ A, H, rho_c, rho_w, Fm }) =>
    constants.gosneyOlama.value *
    A *
    rho_c *
    Math.sqrt(1 - rho_w / rho_c) *
    Math.sqrt(constants.gravity.value * H) *
    Fm,
})

export const meanVelocity = defineFormula({
  expression: 'B / (rho_c * A)',
  units: { B: 'kg/s', rho_c: 'kg/m³', A: 'm²' },
  unit: 'm/s',
  source: 'continuity over the whole opening',
  compute: ({ B, rho_c, A }) => B / (rho_c * A),
})

export const flowFactor = defineFormula({
  expression: 'abs(T_a - T_b) > 11 ? 0.8 : 1.1',
  units: { T_a: '°C', T_b: '°C' },
  unit: '-',
  source: `${ashraeLoads} [S]`,
  compute: ({ T_a, T_b }) =>
    Math.abs(T_a - T_b) > constants.flowFactorLimit.value
      ? constants.flowFactorLarge.value
      : constants.flowFactorSmall.value,
})

/** One opening cannot exchange more than the air of the zone behind the door. */
export const effectiveSeconds = defineFormula({
  expression: 'min(t, V * rho_c / (B * Df * (1 - E)))',
  units: { t: 's', V: 'm³', rho_c: 'kg/m³', B: 'kg/s', Df: '-', E: '-' },
  unit: 's',
  source: 'our decision [J]',
  compute: ({ t, V, rho_c, B, Df, E }) => Math.min(t, (V * rho_c) / (B * Df * (1 - E))),
})

export const openFraction = defineFormula({
  expression: 'min(1, N * t_eff / (3600 * theta_d))',
  units: { N: '1/day', t_eff: 's', theta_d: 'h/day' },
  unit: '-',
  source: `${ashraeLoads}: doorway open-time factor [K]`,
  compute: ({ N, t_eff, theta_d }) => Math.min(1, (N * t_eff) / (3_600 * theta_d)),
})

/** Dry air that leaks through the seals of a closed door. */
export const sealFlow = defineFormula({
  expression: 'rho * 5.8064e-4 * 2 * (L + H) / (1 + W)',
  units: { rho: 'kg/m³', W: 'kg/kg', L: 'm', H: 'm' },
  unit: 'kg/s',
  source: `${constants.sealLeakage.source} [S]`,
  compute: ({ rho, W, L, H }) => (rho * constants.sealLeakage.value * 2 * (L + H)) / (1 + W),
})

export const openFlow = defineFormula({
  expression: 'B * Df * (1 - E) * Dt',
  units: { B: 'kg/s', Df: '-', E: '-', Dt: '-' },
  unit: 'kg/s',
  source: `${ashraeLoads}; EnergyPlus Engineering Reference [S]`,
  compute: ({ B, Df, E, Dt }) => B * Df * (1 - E) * Dt,
})

/**
 * For the need: an open door admits at least the flow of its closed seals (the buoyancy flow ends when both sides are
 * equal), so that the need never falls when a door is opened longer [J].
 */
export const leastOpenFlow = defineFormula({
  expression: 'max(B * Df * (1 - E), m_seal) * Dt',
  units: { B: 'kg/s', Df: '-', E: '-', m_seal: 'kg/s', Dt: '-' },
  unit: 'kg/s',
  source: `${ashraeLoads}; EnergyPlus Engineering Reference [S]`,
  compute: ({ B, Df, E, m_seal, Dt }) => Math.max(B * Df * (1 - E), m_seal) * Dt,
})

export const leakFlow = defineFormula({
  expression: 'm_seal * (1 - Dt)',
  units: { m_seal: 'kg/s', Dt: '-' },
  unit: 'kg/s',
  source: 'seals leak while the door is closed',
  compute: ({ m_seal, Dt }) => m_seal * (1 - Dt),
})
