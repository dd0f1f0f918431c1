import type { Choice } from './catalogue.ts'
import { coilLatent } from './coil.ts'
import { constants } from './constants.ts'
import { coilArea, defrost, defrostsPerDay, frostElectricity } from './defrost-formulas.ts'
import { type Calculator, silentCalculator } from './formula.ts'
import type { Residual } from './frost.ts'
import { heaterAt, levelAt } from './level.ts'
import type { ClimateLoad } from './moisture-loads.ts'
import type { Air } from './psychrometrics.ts'
import { plantCop } from './refrigeration-plant.ts'
import { rotorOf } from './rotor.ts'
import type { Duty } from './sizing.ts'
import { sensibleHeat } from './supply.ts'
import { spellsOf } from './unit-hours.ts'
import type { Month, Year } from './year.ts'

/**
 * Electricity, kWh, of a day, a month or a year. `units` = fans, and regeneration if it is electric; `cooling` = the
 * heat of the supply air through the plant.
 */
export type Energy = {
  frostWithoutKwh: number
  frostWithKwh: number
  unitsKwh: number
  coolingKwh: number
  /** Regeneration other than electricity: steam, gas or hot water, kWh of heat. */
  heatKwh: number
}
/**
 * The costs of frost and of drying; estimates. Money in CNY, or in the currency of the catalogue if only that has a
 * price.
 */
export type Running = {
  day: Energy
  /** null without the mean climates of summer and winter. */
  months: (Energy & { month: number })[] | null
  year: Energy | null
  /** Electricity that the equipment saves in a year; negative if it needs more than it saves. */
  savedKwh: number | null
  /** null without an electricity price. */
  costWithout: number | null
  costWith: number | null
  /** For all units; null without a price of the unit. */
  investment: number | null
  currency: string | null
  /** Only if there is a saving and both prices are known in one currency. */
  paybackYears: number | null
  /** null if the coil is not below 0 °C. */
  defrostsWithoutDay: number | null
  defrostsWithDay: number | null
}

/** The currency of prices in a project. */
const projectCurrency = 'CNY'

type DayOfClimate = { load: ClimateLoad; frostWithoutKg: number; residual: Residual }

/** Return the electricity of a day in one climate with the given moisture on the coil, kWh. */
function energyOfDay(
  calculator: Calculator,
  duty: Duty,
  choice: Choice,
  { load, frostWithoutKg, residual }: DayOfClimate,
): Energy {
  const { inputs, store, coil, pressurePa } = duty
  const { model, count } = choice
  const T_coil = coil.temperatureC
  const electricity = (step: string, F: number, COP: number) =>
    calculator.run(step, frostElectricity, {
      Q_lat: calculator.run(`${step}.latent`, coilLatent, { F, T_coil }),
      Q_melt: calculator.run(`${step}.defrost`, defrost, { F, T_coil }),
      COP,
    })
  const COP = calculator.run('cop.store', plantCop, { T: store.temperatureC })
  const spells = spellsOf(calculator, duty, choice, load, residual)
  const total = (ofHour: (air: Air) => number) =>
    spells.reduce((sum, { unitHours, air }) => sum + unitHours * ofHour(air), 0)
  const regeneration = total(({ temperatureC, humidityRatio }) => heaterAt(model, temperatureC, humidityRatio))
  const heat = total((air) => {
    const dT_s =
      rotorOf(silentCalculator, '', air, inputs.fanSetting, pressurePa).riseK *
      levelAt(model, air.temperatureC, air.humidityRatio)
    return sensibleHeat.compute({ n: 1, V: model.airflowM3h, f: inputs.fanSetting, v_z: air.volumeM3Kg, dT_s })
  })
  const isElectric = model.heatSource === 'electric'
  return {
    frostWithoutKwh: electricity('frostWithout', frostWithoutKg, COP),
    frostWithKwh: electricity('frostWith', residual.dayKg, COP),
    unitsKwh: model.fanKw * count * 24 + (isElectric ? regeneration : 0),
    coolingKwh: Math.max(0, heat) / calculator.run('cop.zone', plantCop, { T: load.zone.temperatureC }),
    heatKwh: isElectric ? 0 : regeneration,
  }
}

const energyNames = ['frostWithoutKwh', 'frostWithKwh', 'unitsKwh', 'coolingKwh', 'heatKwh'] as const
const scaled = (energy: Energy, by: number): Energy =>
  Object.fromEntries(energyNames.map((name) => [name, by * energy[name]])) as Energy
const summed = (all: readonly Energy[]): Energy =>
  Object.fromEntries(energyNames.map((name) => [name, all.reduce((sum, energy) => sum + energy[name], 0)])) as Energy

/**
 * Return the energy of fans and regeneration of units in the store on the design day, while they keep its coil as dry
 * as the result states, kWh.
 */
export function unitsInStoreKwh(duty: Duty, choice: Choice, frost: Residual): number {
  const { unitsKwh, heatKwh } = energyOfDay(silentCalculator, duty, choice, {
    load: duty.cases.design,
    frostWithoutKg: 0,
    residual: frost,
  })
  return unitsKwh + heatKwh
}

type Shown = { energyKwhDay: number | null; running: Running | null; setPointGKg: number | null }
/**
 * Return the energy of fans and regeneration on the design day with the stated frost, kWh: units in the store run until
 * its coil is dry, which is longer than `energyKwhDay`, the energy for the stated humidity.
 */
export const unitsDayKwh = ({ energyKwhDay, running, setPointGKg }: Shown): number | null =>
  running && setPointGKg !== null ? running.day.unitsKwh + running.day.heatKwh : energyKwhDay

/** Return all electricity with the equipment, kWh. */
export const withEquipmentKwh = ({ frostWithKwh, unitsKwh, coolingKwh }: Energy): number =>
  frostWithKwh + unitsKwh + coolingKwh

function monthEnergy(
  duty: Duty,
  choice: Choice,
  { month, days, load, frostWithoutKgDay, residual }: Month,
): (Energy & { month: number })[] {
  if (!residual) return []
  return [
    {
      month,
      ...scaled(
        energyOfDay(silentCalculator, duty, choice, { load, frostWithoutKg: frostWithoutKgDay, residual }),
        days,
      ),
    },
  ]
}

function moneyOf({ inputs: { electricityPrice, unitPrice } }: Duty, { model, count }: Choice, year: Energy | null) {
  const priced =
    unitPrice !== null
      ? { each: unitPrice, currency: projectCurrency }
      : { each: model.price, currency: model.currency }
  const costOf = (kwh: number | undefined) =>
    electricityPrice === null || kwh === undefined ? null : electricityPrice * kwh
  const [costWithout, costWith] = [costOf(year?.frostWithoutKwh), costOf(year ? withEquipmentKwh(year) : undefined)]
  const investment = priced.each === null ? null : count * priced.each
  const currency = electricityPrice === null ? (investment === null ? null : priced.currency) : projectCurrency
  const isComparable = investment !== null && priced.currency === projectCurrency && year?.heatKwh === 0
  const saved = costWithout === null || costWith === null ? 0 : costWithout - costWith
  // An investment in another currency must not be shown next to costs in this one.
  const shownInvestment = priced.currency === currency ? investment : null
  return {
    costWithout,
    costWith,
    investment: shownInvestment,
    currency,
    paybackYears: isComparable && saved > 0 ? investment / saved : null,
  }
}

/**
 * Return energy, cost and defrosts without the equipment and with it, on the design day and in a year. Source:
 * constants marked [J].
 */
export function runningOf(
  calculator: Calculator,
  duty: Duty,
  choice: Choice,
  frost: Residual,
  year: Year | null,
): Running {
  const { coil, cases } = duty
  const day = energyOfDay(calculator, duty, choice, {
    load: cases.design,
    frostWithoutKg: coil.without.dayKg,
    residual: frost,
  })
  const months = year?.months.flatMap((month) => monthEnergy(duty, choice, month)) ?? null
  const whole = months && summed(months)
  const isFrost = !coil.isCondensate && coil.transferKgH > constants.leastNeed.value
  const A_c = isFrost ? calculator.run('coilArea', coilArea, { k_c: coil.transferKgH }) : 0
  const defrosts = (step: string, F: number) => (isFrost ? calculator.run(step, defrostsPerDay, { F, A_c }) : null)
  return {
    day,
    months,
    year: whole,
    savedKwh: whole && whole.frostWithoutKwh - withEquipmentKwh(whole),
    ...moneyOf(duty, choice, whole),
    defrostsWithoutDay: defrosts('defrostsWithout', coil.without.dayKg),
    defrostsWithDay: defrosts('defrostsWith', frost.dayKg),
  }
}
