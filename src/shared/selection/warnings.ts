import type { FieldName } from './project-fields.ts'

/** Unusual inputs (with the field that causes them), and assumptions, cuts and extrapolations of the calculation. */
export const warningCodes = [
  'altitudeFarFromCity',
  'winterAboveSummer',
  'peakBelowSummer',
  'peakBelowOutdoor',
  'humidityCut',
  'humidityBelowDesign',
  'humidityInKgKg',
  'temperatureOutsideGoods',
  'humidityOutsideGoods',
  'coldWithoutRoom',
  'outdoorNotWarmer',
  'volumeLarge',
  'doorLarge',
  'doorsWide',
  'openAllTheTime',
  'durationOdd',
  'roomShort',
  'safetyHigh',
  'sweepLow',
  'moistureHigh',
  'altitudeAssumed',
  'outdoorDry',
  'nothingToDry',
  'openingLimited',
  'extrapolated',
  'outsidePoints',
  'humidityBelowCoil',
  'frostIncreased',
] as const
export type WarningCode = (typeof warningCodes)[number]
export type Warning = { code: WarningCode; field?: FieldName; values?: Record<string, number> }
