import { type Coil, coilOf } from './coil.ts'
import { constants } from './constants.ts'
import { effectivenessOf } from './curtains.ts'
import { areaOf } from './doors.ts'
import { type Calculator, defineFormula, partOf } from './formula.ts'
import type { SelectionInputs } from './inputs.ts'
import { type CaseLoad, type CaseName, caseLoadOf, outdoorOf } from './moisture-loads.ts'
import { pressureAtAltitude } from './psychrometrics.ts'
import { type Rotor, rotorOf } from './rotor.ts'
import { type NoFogBook, type Store, storeOf, type Zone } from './zone.ts'

const judgement = 'our decision [J]'

export const need = defineFormula({
  expression: 'max(M_S * s, M_X)',
  units: { M_S: 'kg/h', s: '-', M_X: 'kg/h' },
  unit: 'kg/h',
  source: `safety on the design day, the annual peak as it is; not multiplied together, ${judgement}`,
  compute: ({ M_S, s, M_X }) => Math.max(M_S * s, M_X),
})
export const sweepArea = defineFormula({
  expression: '(A_open + A_largest) * (1 - E)',
  units: { A_open: 'm²', A_largest: 'm²', E: '-' },
  unit: 'm²',
  source: `all doors that stand open and the largest of those opened now and then, ${judgement}`,
  compute: ({ A_open, A_largest, E }) => (A_open + A_largest) * (1 - E),
})
export const sweepFlow = defineFormula({
  expression: '3600 * w * A_s',
  units: { w: 'm/s', A_s: 'm²' },
  unit: 'm³/h',
  source: `dry-air sweep at the doorway, ${judgement}`,
  compute: ({ w, A_s }) => 3_600 * w * A_s,
})
export const moistureFlow = defineFormula({
  expression: 'M * v_z / (W_z - W_s)',
  units: { M: 'kg/h', v_z: 'm³/kg', W_z: 'kg/kg', W_s: 'kg/kg' },
  unit: 'm³/h',
  source: 'moisture balance of the dehumidifier',
  compute: ({ M, v_z, W_z, W_s }) => (M * v_z) / (W_z - W_s),
})
export const requiredFlow = defineFormula({
  expression: 'max(V_m, V_p)',
  units: { V_m: 'm³/h', V_p: 'm³/h' },
  unit: 'm³/h',
  source: 'moisture and sweep both have to be met',
  compute: ({ V_m, V_p }) => Math.max(V_m, V_p),
})

type Cases = { [Name in 'design' | 'peak']: CaseLoad & { name: Name } } & {
  [Name in 'summer' | 'winter']: (CaseLoad & { name: Name }) | null
}

/** The task of the equipment. Moisture in kg/h, air flow in m³/h at the state of the zone. */
export type Duty = {
  inputs: SelectionInputs
  pressurePa: number
  store: Store
  effectiveness: number
  cases: Cases
  governs: 'design' | 'peak'
  needKgH: number
  /** Zone of the governing case. */
  zone: Zone
  rotor: Rotor
  /** The rotor at the zone of the design case: the same one, unless the peak governs with another air state. */
  designRotor: Rotor
  coil: Coil
  sweepAreaM2: number
  sweepFlowM3h: number
  moistureFlowM3h: number
  requiredAirflowM3h: number
  book: NoFogBook
}

/** Does the sweep at the doors determine the air flow, and with it the model, instead of the need? */
export const isSweepGoverned = ({ sweepFlowM3h, moistureFlowM3h }: Duty): boolean => sweepFlowM3h > moistureFlowM3h

function sweepOf(calculator: Calculator, inputs: SelectionInputs, E: number) {
  const areas = (state: string) => inputs.doors.filter((door) => door.state === state).map(areaOf)
  const A_open = areas('alwaysOpen').reduce((sum, area) => sum + area, 0)
  const A_s = calculator.run('sweep.area', sweepArea, { A_open, A_largest: Math.max(0, ...areas('occasionally')), E })
  return { area: A_s, flow: calculator.run('sweep.flow', sweepFlow, { w: inputs.sweepVelocity, A_s }) }
}

/** Return the air flows required by the need and the sweep, m³/h. */
export function flowsOf(
  calculator: Calculator,
  prefix: string,
  { needKgH, zone, rotor, sweepFlowM3h }: Pick<Duty, 'needKgH' | 'zone' | 'rotor' | 'sweepFlowM3h'>,
): Pick<Duty, 'moistureFlowM3h' | 'requiredAirflowM3h'> {
  const flow = { M: needKgH, v_z: zone.volumeM3Kg, W_z: zone.humidityRatio, W_s: rotor.supplyHumidityRatio }
  const moistureFlowM3h = calculator.run(`${prefix}moistureFlow`, moistureFlow, flow)
  return {
    moistureFlowM3h,
    requiredAirflowM3h: calculator.run(`${prefix}requiredFlow`, requiredFlow, {
      V_m: moistureFlowM3h,
      V_p: sweepFlowM3h,
    }),
  }
}

export type DutyOptions = { strict?: boolean; seasons?: boolean; book?: NoFogBook }

/**
 * Return need and air flow for one set of inputs. `strict` dries to the store's own humidity; `seasons` adds the mean
 * summer and winter, which decide nothing; `book` shares searches with other what-ifs of the same project.
 */
export function dutyOf(
  calculator: Calculator,
  inputs: SelectionInputs,
  { strict = false, seasons = false, book = new Map() }: DutyOptions = {},
): Duty {
  const pressurePa = calculator.run('pressure', pressureAtAltitude, { z: inputs.altitudeM })
  const store = storeOf(calculator, inputs, pressurePa)
  const effectiveness = effectivenessOf(calculator, inputs)
  const caseOf = <Name extends CaseName>(name: Name) => {
    const own = partOf(calculator, name)
    const outdoor = outdoorOf(own, name, inputs, pressurePa)
    return (
      outdoor && {
        ...caseLoadOf(own, inputs, outdoor, { pressurePa, store, effectiveness, strict, book, isNeed: true }),
        name,
      }
    )
  }
  const [design, peak] = [caseOf('design'), caseOf('peak')]
  if (!design || !peak) throw new Error('design and peak are always given')
  const cases = { design, peak, summer: seasons ? caseOf('summer') : null, winter: seasons ? caseOf('winter') : null }
  const needKgH = calculator.run('need', need, { M_S: design.loadKgH, s: inputs.safety, M_X: peak.loadKgH })
  const governs = design.loadKgH * inputs.safety >= peak.loadKgH ? 'design' : 'peak'
  const { zone } = cases[governs]
  const rotor = rotorOf(calculator, 'rotor', zone, inputs.fanSetting, pressurePa)
  const isSame = zone.temperatureC === design.zone.temperatureC && zone.humidityRatio === design.zone.humidityRatio
  const sweep = sweepOf(calculator, inputs, effectiveness)
  return {
    inputs,
    pressurePa,
    store,
    effectiveness,
    cases,
    governs,
    needKgH,
    zone,
    rotor,
    designRotor: isSame ? rotor : rotorOf(calculator, 'designRotor', design.zone, inputs.fanSetting, pressurePa),
    coil: coilOf(calculator, inputs, store, design, pressurePa),
    sweepAreaM2: sweep.area,
    sweepFlowM3h: sweep.flow,
    ...flowsOf(calculator, '', { needKgH, zone, rotor, sweepFlowM3h: sweep.flow }),
    book,
  }
}

/** Maximum number of units of one plant. */
export const mostUnits = constants.mostUnits.value
