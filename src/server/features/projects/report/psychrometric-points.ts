import type { ReportWord } from '#shared/i18n/report.ts'
import { relativeHumidityPercent } from '#shared/selection/psychrometrics.ts'
import type { ReportInput } from './input.ts'

/** A state of air on the chart: °C, g/kg, % (relative to ice below 0 °C). */
export type StatePoint = {
  mark: string
  word: ReportWord
  temperatureC: number
  gKg: number
  relativeHumidity: number
  color: string
}

const gramsPerKilogram = 1_000

/**
 * Return the states of the calculation. Supply air is as it leaves the chosen units, or at the temperature of the zone
 * if nothing is chosen.
 */
export function statePoints({ details }: ReportInput): StatePoint[] {
  const { duty, supply } = details
  const { cases, zone, store, rotor, coil, pressurePa } = duty
  const at = (
    mark: string,
    word: ReportWord,
    temperatureC: number,
    humidityRatio: number,
    color: string,
  ): StatePoint => ({
    mark,
    word,
    temperatureC,
    gKg: gramsPerKilogram * humidityRatio,
    relativeHumidity: Math.min(100, relativeHumidityPercent(temperatureC, humidityRatio, pressurePa)),
    color,
  })
  return [
    at('O', 'chart.outdoor', cases.design.outdoor.temperatureC, cases.design.outdoor.humidityRatio, '#d55e00'),
    at('X', 'chart.peak', cases.peak.outdoor.temperatureC, cases.peak.outdoor.humidityRatio, '#b4231f'),
    ...(zone.isRoom ? [at('Z', 'chart.zone', zone.temperatureC, zone.humidityRatio, '#00936b')] : []),
    at('R', zone.isRoom ? 'chart.store' : 'chart.storeIsZone', store.temperatureC, store.humidityRatio, '#0064a8'),
    at(
      'S',
      supply ? 'chart.supply' : 'chart.supplyAtZone',
      supply?.temperatureC ?? zone.temperatureC,
      rotor.supplyHumidityRatio,
      '#8a4fa3',
    ),
    at('C', 'chart.coil', coil.temperatureC, coil.humidityRatio, '#56606b'),
  ]
}
