import { constants } from './constants.ts'
import type { Calculator } from './formula.ts'
import {
  densityFactor,
  effectiveSeconds,
  flowFactor,
  fullFlow,
  leakFlow,
  leastOpenFlow,
  meanVelocity,
  openFlow,
  openFraction,
  sealFlow,
} from './infiltration-formulas.ts'
import type { Door, SelectionInputs } from './inputs.ts'
import type { Air } from './psychrometrics.ts'

/** The flow through one door between two states of air: flows in kg dry air/s, fractions of the operating window. */
export type DoorFlow = {
  door: Door
  areaM2: number
  densityFactor: number
  fullFlowKgS: number
  meanVelocityMs: number
  flowFactor: number
  effectiveness: number
  /**
   * Seconds of an opening that count; less than the given time if the air of the zone behind the door is exchanged
   * earlier.
   */
  effectiveSeconds: number
  openFraction: number
  openFlowKgS: number
  leakFlowKgS: number
  /** Flow while the door is closed all the time. */
  sealFlowKgS: number
}

export const areaOf = ({ widthM, heightM }: Door): number => widthM * heightM

/** `from` leaks in; `isNeed` = an open door counts at least as much as a closed one. */
type Sides = { from: Air; other: Air; volumeM3: number; effectiveness: number; isNeed: boolean }
type Between = Sides & { warmSide: Air; coldSide: Air }

/** Return the two states in the order of the formula: c is the denser air, whichever side it is on. */
export const sidesOf = (left: Air, right: Air): { warmSide: Air; coldSide: Air } =>
  left.densityKgM3 < right.densityKgM3 ? { warmSide: left, coldSide: right } : { warmSide: right, coldSide: left }

function openFractionOf(
  calculator: Calculator,
  step: string,
  door: Door,
  inputs: SelectionInputs,
  between: Between,
  flow: { B: number; Df: number },
) {
  const asked = inputs.openSeconds
  if (door.state === 'alwaysOpen')
    return {
      seconds: asked,
      fraction: calculator.given(`${step}.openFraction`, 1, '-', 'open during the whole operating window'),
    }
  if (door.state === 'alwaysClosed')
    return { seconds: 0, fraction: calculator.given(`${step}.openFraction`, 0, '-', 'never open') }
  const { B, Df } = flow
  const values = { t: asked, V: between.volumeM3, rho_c: between.coldSide.densityKgM3, B, Df, E: between.effectiveness }
  const seconds = calculator.run(`${step}.effectiveSeconds`, effectiveSeconds, values)
  const fraction = calculator.run(`${step}.openFraction`, openFraction, {
    N: door.openingsPerDay,
    t_eff: seconds,
    theta_d: inputs.windowHours,
  })
  return { seconds, fraction }
}

/** Return the flow through one door. Source: spec 2b, formulas in infiltration-formulas.ts. */
export function doorFlowOf(calculator: Calculator, door: Door, inputs: SelectionInputs, between: Between): DoorFlow {
  const step = `door${door.number}`
  const E = between.effectiveness
  const [rho_c, rho_w] = [between.coldSide.densityKgM3, between.warmSide.densityKgM3]
  const areaM2 = areaOf(door)
  const Fm = calculator.run(`${step}.densityFactor`, densityFactor, { rho_c, rho_w })
  const B = calculator.run(`${step}.fullFlow`, fullFlow, { A: areaM2, H: door.heightM, rho_c, rho_w, Fm })
  const meanVelocityMs = calculator.run(`${step}.meanVelocity`, meanVelocity, { B, rho_c, A: areaM2 })
  const Df =
    door.state === 'alwaysOpen'
      ? calculator.given(
          `${step}.flowFactor`,
          constants.flowFactorAlwaysOpen.value,
          '-',
          constants.flowFactorAlwaysOpen.source,
        )
      : calculator.run(`${step}.flowFactor`, flowFactor, {
          T_a: between.from.temperatureC,
          T_b: between.other.temperatureC,
        })
  const { seconds, fraction: Dt } = openFractionOf(calculator, step, door, inputs, between, { B, Df })
  const { densityKgM3: rho, humidityRatio: W } = between.from
  const m_seal = calculator.run(`${step}.sealFlow`, sealFlow, { rho, W, L: door.widthM, H: door.heightM })
  return {
    door,
    areaM2,
    densityFactor: Fm,
    fullFlowKgS: B,
    meanVelocityMs,
    flowFactor: Df,
    effectiveness: E,
    effectiveSeconds: seconds,
    openFraction: Dt,
    openFlowKgS: between.isNeed
      ? calculator.run(`${step}.openFlow`, leastOpenFlow, { B, Df, E, m_seal, Dt })
      : calculator.run(`${step}.openFlow`, openFlow, { B, Df, E, Dt }),
    leakFlowKgS: calculator.run(`${step}.leakFlow`, leakFlow, { m_seal, Dt }),
    sealFlowKgS: m_seal,
  }
}

/**
 * Return the flows through all doors between air `from`, which leaks in, and `other`; `volumeM3` is the maximum
 * exchange of one opening.
 */
export function doorFlowsOf(calculator: Calculator, inputs: SelectionInputs, sides: Sides): DoorFlow[] {
  const between = { ...sides, ...sidesOf(sides.from, sides.other) }
  return inputs.doors.map((door) => doorFlowOf(calculator, door, inputs, between))
}
