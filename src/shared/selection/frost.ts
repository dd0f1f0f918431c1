import { type Balance, balanceBehindRoom, balanceInside, type Taking } from './balance.ts'
import { type Choice, meetsSweep } from './catalogue.ts'
import { constants } from './constants.ts'
import { type DoorFlow, doorFlowsOf } from './doors.ts'
import { type Calculator, defineFormula, partOf } from './formula.ts'
import { volumeOf } from './inputs.ts'
import { levelAt, recordLevel } from './level.ts'
import { type ClimateLoad, flowSum, perDay } from './moisture-loads.ts'
import { specificVolume } from './psychrometrics.ts'
import { shareTaken } from './rotor-map.ts'
import type { Duty } from './sizing.ts'

export const flowTotal = defineFormula({
  expression: 'm_o1 + m_o2 + m_o3 + m_l1 + m_l2 + m_l3',
  units: { m_o1: 'kg/s', m_o2: 'kg/s', m_o3: 'kg/s', m_l1: 'kg/s', m_l2: 'kg/s', m_l3: 'kg/s' },
  unit: 'kg/s',
  source: 'sum over the doors, open and closed',
  compute: ({ m_o1, m_o2, m_o3, m_l1, m_l2, m_l3 }) => m_o1 + m_o2 + m_o3 + m_l1 + m_l2 + m_l3,
})
export const flowBoth = defineFormula({
  expression: 'm_o + m_l',
  units: { m_o: 'kg/s', m_l: 'kg/s' },
  unit: 'kg/s',
  source: 'sum over the doors, open and closed',
  compute: ({ m_o, m_l }) => m_o + m_l,
})
export const takenFromStore = defineFormula({
  expression: 'n * V * f / vol(T_r, W, P) * W * taken(T_r, W, f) * k',
  units: { n: '-', V: 'm³/h', f: '-', T_r: '°C', W: 'kg/kg', P: 'Pa', k: '-' },
  unit: 'kg/h',
  source: 'capacity of all units in the air of the store; taken = share that the rotor map takes at 4 m/s × f [S]',
  compute: ({ n, V, f, T_r, W, P, k }) =>
    ((n * V * f) / specificVolume.compute({ T: T_r, W, P })) * W * shareTaken(T_r, W, f) * k,
})
export const supplyOfZone = defineFormula({
  expression: 'W_z * (1 - taken(T_z, W_z, f))',
  units: { W_z: 'kg/kg', T_z: '°C', f: '-' },
  unit: 'kg/kg',
  source: 'supply air; taken = share that the rotor map takes at 4 m/s × f [S]',
  compute: ({ W_z, T_z, f }) => W_z * (1 - shareTaken(T_z, W_z, f)),
})
export const reduction = defineFormula({
  expression: '1 - F_with / F_without',
  units: { F_with: 'kg/day', F_without: 'kg/day' },
  unit: '-',
  source: 'share of the frost of a day that the equipment keeps away',
  compute: ({ F_with, F_without }) => 1 - F_with / F_without,
})

type Equipment = Pick<Choice, 'model' | 'count'>

/** Return the moisture that the units remove from the air of the store itself. */
function takingFrom({ inputs, store, pressurePa }: Duty, { model, count }: Equipment): Taking {
  const values = { n: count, V: model.airflowM3h, f: inputs.fanSetting, T_r: store.temperatureC, P: pressurePa }
  return {
    at: (W) => takenFromStore.compute({ ...values, W, k: levelAt(model, store.temperatureC, W) }),
    record: (calculator, step, W) =>
      calculator.run(`${step}.taken`, takenFromStore, {
        ...values,
        W,
        k: recordLevel(calculator, `${step}.level`, model, store.temperatureC, W),
      }),
  }
}

const [first, second, third] = [0, 1, 2] as const

/** Return the flows through the same doors between re-entry room and store, kg/s. */
function innerFlows(calculator: Calculator, { inputs, store, effectiveness }: Duty, { zone }: ClimateLoad) {
  // One opening exchanges at most the volume of the smaller of the two rooms.
  const volumeM3 = Math.min(zone.volumeM3, volumeOf(inputs.store))
  const doors = doorFlowsOf(partOf(calculator, 'inner'), inputs, {
    from: zone,
    other: store,
    volumeM3,
    effectiveness,
    isNeed: false,
  })
  const of = (what: 'openFlowKgS' | 'leakFlowKgS' | 'sealFlowKgS', index: number) => doors[index]?.[what] ?? 0
  const openKgS = calculator.run('inner.flow', flowTotal, {
    m_o1: of('openFlowKgS', first),
    m_o2: of('openFlowKgS', second),
    m_o3: of('openFlowKgS', third),
    m_l1: of('leakFlowKgS', first),
    m_l2: of('leakFlowKgS', second),
    m_l3: of('leakFlowKgS', third),
  })
  const seal = { m_1: of('sealFlowKgS', first), m_2: of('sealFlowKgS', second), m_3: of('sealFlowKgS', third) }
  return { doors, openKgS, closedKgS: calculator.run('inner.sealFlow', flowSum, seal) }
}

/** The moisture that still settles on the coil of the store while the equipment works. */
export type Residual = {
  /** Between re-entry room and store; empty without such a room. */
  doors: DoorFlow[]
  open: Balance
  closed: Balance
  dayKg: number
}

/**
 * Return the balance of the store in one climate, in open and in closed hours. `supplyHumidityRatio` = humidity ratio
 * of the units' supply air into the re-entry room, kg/kg. Source: spec 2b.
 */
export function residualOf(
  calculator: Calculator,
  duty: Duty,
  load: ClimateLoad,
  equipment: Equipment,
  supplyHumidityRatio: number,
): Residual {
  const { inputs, coil } = duty
  const internalKgH = inputs.moistureKgH
  const both = (): Pick<Residual, 'doors' | 'open' | 'closed'> => {
    if (load.zone.isRoom) {
      const { doors, openKgS, closedKgS } = innerFlows(calculator, duty, load)
      const humidityRatio = meetsSweep(duty, equipment.model, equipment.count)
        ? supplyHumidityRatio
        : load.zone.humidityRatio
      const at = (step: string, flowKgS: number) =>
        balanceBehindRoom(calculator, step, coil, { flowKgS, humidityRatio, internalKgH })
      return { doors, open: at('open', openKgS), closed: at('closed', closedKgS) }
    }
    const taking = takingFrom(duty, equipment)
    const humidityRatio = load.outdoor.humidityRatio
    const openKgS = calculator.run('open.flow', flowBoth, { m_o: load.openFlowKgS, m_l: load.leakFlowKgS })
    const at = (step: string, flowKgS: number) =>
      balanceInside(calculator, step, coil, { flowKgS, humidityRatio, internalKgH }, taking)
    return { doors: [], open: at('open', openKgS), closed: at('closed', load.sealFlowKgS) }
  }
  const { doors, open, closed } = both()
  const dayKg = calculator.run('residual.perDay', perDay, {
    M: open.frostKgH,
    M_closed: closed.frostKgH,
    theta_d: inputs.windowHours,
  })
  return { doors, open, closed, dayKg }
}

/**
 * The design case with the equipment, and the fraction of a day's frost that it prevents: null if nothing freezes
 * without it.
 */
export type Frost = Residual & { reduction: number | null; isIncreased: boolean }

/**
 * Return the frost with the equipment. If more freezes with it than without, because the inner door exchanges more than
 * the outer one admits, the reduction is 0 and `isIncreased` is set.
 */
export function frostOf(calculator: Calculator, duty: Duty, equipment: Equipment): Frost {
  const residual = residualOf(calculator, duty, duty.cases.design, equipment, duty.designRotor.supplyHumidityRatio)
  const F_without = duty.coil.without.dayKg
  if (F_without <= constants.leastNeed.value) return { ...residual, reduction: null, isIncreased: false }
  const share = reduction.compute({ F_with: residual.dayKg, F_without })
  const isIncreased = share < 0
  return {
    ...residual,
    reduction: isIncreased
      ? calculator.given(
          'residual.reduction',
          0,
          '-',
          'more would freeze than without the equipment: nothing is kept away',
        )
      : calculator.run('residual.reduction', reduction, { F_with: residual.dayKg, F_without }),
    isIncreased,
  }
}

/** Return the humidity ratio of the units' supply air into the zone of a climate, kg/kg. */
export const supplyIn = (calculator: Calculator, { inputs }: Duty, { zone }: ClimateLoad): number =>
  zone.isRoom
    ? calculator.run('supply', supplyOfZone, { W_z: zone.humidityRatio, T_z: zone.temperatureC, f: inputs.fanSetting })
    : zone.humidityRatio
