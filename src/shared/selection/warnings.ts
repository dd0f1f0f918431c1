import type { FieldName } from './project-fields.ts'

/** Odd inputs (the field that causes them), and what the calculation had to assume, cut or extrapolate. */
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
