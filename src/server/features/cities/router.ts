import { mutation, procedure, query, router } from '#server/trpc.ts'
import { type CityClimate, CityImportRequest, CityRequest } from '#shared/cities.ts'
import { importCities } from './import.ts'
import { cityNames, findCity } from './queries.ts'

/** Climate data of cities, for the climate of a project. It belongs to no tenant. */
export const citiesRouter = router({
  // Names of all cities, for the type-ahead.
  names: procedure('cities.names').query(({ ctx }) => cityNames(ctx.readDb)),
  // The climate of one city; null for an unknown city, so that a form keeps the text as typed.
  find: query(
    'cities.find',
    CityRequest,
    async (ctx, input): Promise<CityClimate | null> =>
      (input.cityName && (await findCity(ctx.readDb, input.cityName))) || null,
  ),
  // Adds and replaces cities from a file, all or nothing.
  import: mutation('cities.import', CityImportRequest, (ctx, input) => importCities(ctx, input.rows, input.dryRun)),
})
