import { z } from 'zod'
import type { CityClimate } from '#shared/cities.ts'
import { answerOf, optionalText, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

const number = z.number().nullable()
export const cityNamesAnswer = answerOf<string[]>()(z.array(text))
export const cityAnswer = answerOf<CityClimate>()(
  z.object({
    name: text,
    province: optionalText,
    altitude: number,
    avgTempSummer: number,
    avgTempWinter: number,
    avgHumiSummer: number,
    avgHumiWinter: number,
    highTempSummer: number,
    maxHumidity: number,
    ventTempSummer: number,
    source: optionalText,
  }),
)

/** The climate of cities. */
export const cityRoutes: readonly Route[] = [
  route('GET', '/city/listCityName', 'cities.names', {
    call: 'C102',
    title: 'api.cityNames',
    answer: cityNamesAnswer,
    example: {},
  }),
  route('GET', '/city/listCityData', 'cities.find', {
    call: 'C103',
    title: 'api.cityData',
    answer: cityAnswer.nullable(),
    example: { query: { cityName: '广州' } },
  }),
]
