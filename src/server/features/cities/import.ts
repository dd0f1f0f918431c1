import type { SignedInContext } from '#server/trpc.ts'
import { type CityClimate, type CityImportAnswer, type CityRow, cityNumberNames, cityNumbers } from '#shared/cities.ts'
import type { Values } from '#shared/i18n/book.ts'
import { type CityImportWord, cityImportWord } from '#shared/i18n/cities.ts'
import { parseNumber } from '#shared/selection/project.ts'
import { citiesOf, saveCities } from './queries.ts'

type Problem = { word: CityImportWord; values?: Values }
type Read = { line: number; city: CityClimate } | { line: number; name: string; problem: Problem }

const longestName = 64

const emptyCity = (name: string): CityClimate => ({
  name,
  province: null,
  altitude: null,
  avgTempSummer: null,
  avgTempWinter: null,
  avgHumiSummer: null,
  avgHumiWinter: null,
  highTempSummer: null,
  maxHumidity: null,
  ventTempSummer: null,
  source: null,
})

/** Read one line. A column that the file does not have leaves the stored value; an empty cell clears it. */
function readRow(row: CityRow, stored: CityClimate | undefined, lineOfName: ReadonlyMap<string, number>): Read {
  const name = row.name?.trim() ?? ''
  const refused = (word: CityImportWord, values?: Values): Read => ({
    line: row.line,
    name,
    problem: { word, ...(values ? { values } : {}) },
  })
  if (name === '' || name.length > longestName) return refused('city.nameWrong', { most: longestName })
  const before = lineOfName.get(name)
  if (before !== undefined) return refused('city.twice', { line: before })
  const city = { ...(stored ?? emptyCity(name)) }
  for (const column of cityNumberNames) {
    const cell = row[column]
    if (cell === undefined) continue
    const value = parseNumber(cell)
    const [min, max] = cityNumbers[column]
    if (value === undefined) return refused('city.notANumber', { column, value: cell ?? '' })
    if (value !== null && (value < min || value > max)) return refused('city.range', { column, value, min, max })
    city[column] = value
  }
  for (const column of ['province', 'source'] as const)
    if (row[column] !== undefined) city[column] = row[column]?.trim() || null
  return { line: row.line, city }
}

const isSame = (left: CityClimate, right: CityClimate): boolean =>
  (Object.keys(left) as (keyof CityClimate)[]).every((column) => left[column] === right[column])

/** Add and replace cities by name: all of a file, or none when one line is wrong. A second run changes nothing. */
export async function importCities(
  ctx: SignedInContext,
  rows: readonly CityRow[],
  dryRun: boolean,
): Promise<CityImportAnswer> {
  const names = rows.map(({ name }) => name?.trim() ?? '')
  const stored = new Map((await citiesOf(ctx.db, names)).map((city) => [city.name, city]))
  const lineOfName = new Map<string, number>()
  const read = rows.map((row, index) => {
    const name = names[index] ?? ''
    const result = readRow(row, stored.get(name), lineOfName)
    if (!lineOfName.has(name)) lineOfName.set(name, row.line)
    return result
  })
  const errors = read.flatMap((row) =>
    'problem' in row
      ? [
          {
            line: row.line,
            name: row.name,
            reason: cityImportWord(ctx.request.language, row.problem.word, row.problem.values),
          },
        ]
      : [],
  )
  const cities = read.flatMap((row) => ('city' in row ? [row.city] : []))
  const created = cities.filter(({ name }) => !stored.has(name))
  const updated = cities.filter((city) => {
    const old = stored.get(city.name)
    return old !== undefined && !isSame(old, city)
  })
  const answer: CityImportAnswer = {
    read: rows.length,
    created: created.length,
    updated: updated.length,
    unchanged: cities.length - created.length - updated.length,
    refused: errors.length,
    applied: false,
    errors,
  }
  if (errors.length > 0 || dryRun) return answer
  await ctx.db.transaction().execute(async (trx) => {
    await saveCities(trx, [...created, ...updated], ctx.clock())
    await ctx.services.audit.write(trx, ctx, {
      action: 'cities.import',
      targetKind: 'city',
      details: { read: answer.read, created: answer.created, updated: answer.updated, unchanged: answer.unchanged },
    })
  })
  return { ...answer, applied: true }
}
