import type { Choice } from './catalogue.ts'
import { withoutEquipment } from './coil.ts'
import { type Calculator, defineFormula, type Kept, partOf } from './formula.ts'
import { type Residual, residualOf, supplyIn } from './frost.ts'
import type { Climate } from './inputs.ts'
import { type ClimateLoad, caseLoadOf, climateAir } from './moisture-loads.ts'
import type { Duty } from './sizing.ts'

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const yearSource = 'a cosine through the means of summer (July) and winter (January), estimate [J]'
const expression = '(X_s + X_w) / 2 + cos(2 * 3.141592653589793 * (month - 7) / 12) * (X_s - X_w) / 2'
const meanOf = ({ X_s, X_w, month }: { X_s: number; X_w: number; month: number }): number =>
  (X_s + X_w) / 2 + (Math.cos((2 * Math.PI * (month - 7)) / 12) * (X_s - X_w)) / 2

export const monthTemperature = defineFormula({
  expression,
  units: { X_s: '°C', X_w: '°C', month: '-' },
  unit: '°C',
  source: yearSource,
  compute: meanOf,
})
export const monthHumidity = defineFormula({
  expression,
  units: { X_s: '%', X_w: '%', month: '-' },
  unit: '%',
  source: yearSource,
  compute: meanOf,
})
const months = daysOfMonths.map((_, index) => index + 1)
const yearSum = defineFormula<Record<string, string>>({
  expression: months.map((month) => `${daysOfMonths[month - 1]} * F_${month}`).join(' + '),
  units: Object.fromEntries(months.map((month) => [`F_${month}`, 'kg/day'])),
  unit: 'kg',
  source: 'days of the months, 28 in February; estimate [J]',
  compute: (values) =>
    months.reduce((sum, month) => sum + (daysOfMonths[month - 1] ?? 0) * (values[`F_${month}`] ?? Number.NaN), 0),
})

/** One month with its mean climate, and the frost per day on the coil without equipment and with it. */
export type Month = {
  month: number
  days: number
  climate: Climate
  load: ClimateLoad
  frostWithoutKgDay: number
  /** null if nothing fits. */
  residual: Residual | null
}
/** A year of twelve months, an estimate; kg a year. */
export type Year = { months: Month[]; frostWithoutKg: number; frostWithKg: number | null }

/** For a month, only the results of the door and zone steps are recorded: the steps are those of the design case. */
const whole = /^(outdoor\.humidityRatio|supply|(frost|open|closed|residual)\..+)$/
const resultAlone = /^((zone\.)(humidityRatio|temperature)|openFlow|leakFlow|sealFlow|inner\.(flow|sealFlow))$/
const keptOfMonth = (step: string): Kept => (whole.test(step) ? 'whole' : resultAlone.test(step) ? 'result' : 'nothing')

function monthOf(
  calculator: Calculator,
  duty: Duty,
  choice: Choice | null,
  summer: Climate,
  winter: Climate,
  month: number,
): Month {
  const { inputs, pressurePa, store, effectiveness, book } = duty
  const prefix = `month${month}`
  const own = partOf(calculator, prefix, keptOfMonth)
  const climate = {
    temperatureC: calculator.run(`${prefix}.temperature`, monthTemperature, {
      X_s: summer.temperatureC,
      X_w: winter.temperatureC,
      month,
    }),
    relativeHumidity: calculator.run(`${prefix}.relativeHumidity`, monthHumidity, {
      X_s: summer.relativeHumidity,
      X_w: winter.relativeHumidity,
      month,
    }),
  }
  const outdoor = climateAir(own, climate, pressurePa)
  const load = caseLoadOf(own, inputs, outdoor, {
    pressurePa,
    store,
    effectiveness,
    strict: false,
    book,
    isNeed: false,
  })
  const without = withoutEquipment(own, inputs, store, load)
  return {
    month,
    days: daysOfMonths[month - 1] ?? 0,
    climate,
    load,
    frostWithoutKgDay: without.dayKg,
    residual: choice && residualOf(own, duty, load, choice, supplyIn(own, duty, load)),
  }
}

/**
 * Return the frost of a year of twelve months, with the chosen units; null unless the mean climates of summer and
 * winter are given. The coil keeps its calibration from the design case. Source: spec 2b.
 */
export function yearOf(calculator: Calculator, duty: Duty, choice: Choice | null): Year | null {
  const { summer, winter } = duty.inputs
  if (!summer || !winter) return null
  const all = months.map((month) => monthOf(calculator, duty, choice, summer, winter, month))
  const sum = (step: string, of: (month: Month) => number) =>
    calculator.run(step, yearSum, Object.fromEntries(all.map((month) => [`F_${month.month}`, of(month)])))
  return {
    months: all,
    frostWithoutKg: sum('year.frostWithout', ({ frostWithoutKgDay }) => frostWithoutKgDay),
    frostWithKg: choice && sum('year.frostWith', ({ residual }) => residual?.dayKg ?? 0),
  }
}
