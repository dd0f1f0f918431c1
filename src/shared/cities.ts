import { z } from 'zod'
import type { ImportCounts } from './import-counts.ts'
import { closedRequest, unlimited } from './request-fields.ts'

/** Climate of a city: altitude m, temperatures °C, humidities %, highest humidity ratio g/kg dry air. Null = not known. */
export type CityClimate = {
  name: string
  province: string | null
  altitude: number | null
  avgTempSummer: number | null
  avgTempWinter: number | null
  avgHumiSummer: number | null
  avgHumiWinter: number | null
  highTempSummer: number | null
  maxHumidity: number | null
  /** The outdoor design temperature for ventilation in summer; avgHumiSummer is the humidity that belongs to it. */
  ventTempSummer: number | null
  /** The station, its period, and any flag; the source must be shown. */
  source: string | null
}

/** Columns of a file of cities with the allowed range of each number. */
export const climateColumns = {
  altitude: [-400, 5_500],
  avgTempSummer: [-20, 45],
  avgTempWinter: [-50, 35],
  avgHumiSummer: [5, 100],
  avgHumiWinter: [5, 100],
  highTempSummer: [0, 55],
  maxHumidity: [1, 35],
} as const satisfies Partial<Record<keyof CityClimate, readonly [number, number]>>
/** Columns that fill no field automatically: the form offers their values. */
const offeredColumns = { ventTempSummer: [-45, 50] } as const satisfies Partial<
  Record<keyof CityClimate, readonly [number, number]>
>
/** Every number of a file of cities with its range. */
export const cityNumbers = { ...climateColumns, ...offeredColumns }
export const cityNumberNames = Object.keys(cityNumbers) as (keyof typeof cityNumbers)[]
export type ClimateColumn = keyof typeof climateColumns
export const climateNames = Object.keys(climateColumns) as ClimateColumn[]
export const cityColumns = ['name', 'province', ...cityNumberNames, 'source'] as const

/** The project field that each value of a city fills (R410). */
export const climateFields = {
  altitude: 'altitudeAvg',
  avgTempSummer: 'tempSummerAvg',
  avgTempWinter: 'tempWinterAvg',
  avgHumiSummer: 'humiditySummerAvg',
  avgHumiWinter: 'humidityWinterAvg',
  highTempSummer: 'tempMaxYear',
  maxHumidity: 'humidityContentMax',
} as const satisfies Record<ClimateColumn, string>

const Cell = z.string().max(400).nullish()
/**
 * Return the outdoor design values that a city offers for the air outside the doors, °C and %; null unless both are
 * known.
 */
export function outdoorDesignOf(city: CityClimate | null): { outdoorTemp: number; outdoorHumidity: number } | null {
  // A row stored before these values were introduced does not have them.
  const temperature = city?.ventTempSummer ?? null
  const humidity = city?.avgHumiSummer ?? null
  return temperature === null || humidity === null ? null : { outdoorTemp: temperature, outdoorHumidity: humidity }
}

/** One line of a file; the content is checked line by line, so that every error is reported. */
export const CityRow = z.object({
  line: z.number().int().min(1).max(10_000_000),
  ...Object.fromEntries(cityColumns.map((column) => [column, Cell])),
} as {
  line: z.ZodNumber
} & Record<(typeof cityColumns)[number], typeof Cell>)
export type CityRow = z.output<typeof CityRow>
export const mostCityRows = 20_000
export const CityImportRequest = z.object({
  rows: z.array(CityRow).min(1).max(mostCityRows),
  dryRun: z.boolean().default(false),
})
export type CityImportAnswer = ImportCounts & {
  errors: { line: number; name: string; reason: string }[]
}

/** One city by its exact name; an empty field means no city. */
export const CityRequest = closedRequest({ cityName: unlimited(z.string().trim().max(64)) })
