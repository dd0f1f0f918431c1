import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { findCity } from '#server/features/cities/queries.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { CityClimate } from '#shared/cities.ts'
import { AppError } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { longestProjectText } from '#shared/projects.ts'
import { type ProjectData, typedTexts } from '#shared/selection/project-fields.ts'

/**
 * The user who writes a project, the time, and the language of refusals. A new project always belongs to this user and
 * company, whatever the request says.
 */
export type Author = { userId: number | null; companyId: number; now: Date; timeZone: string; language: Language }

export const authorOf = ({ viewer, clock, config, request }: SignedInContext): Author => ({
  userId: viewer.userId,
  companyId: viewer.tenantId,
  now: clock(),
  timeZone: config.timeZone,
  language: request.language,
})

/** Create a refusal that names the field. */
export const refused = (
  field: string,
  language: Language,
  problem: 'problem.tooLong' | 'problem.invalid' | 'problem.missing',
  limit = 0,
  label = field,
): AppError =>
  new AppError('VALIDATION', { field, values: { problem: `${label} (${word(language, problem, { limit })})` } })

/** The database cannot store unpaired surrogates and NUL. Everything else is stored literally. */
const unkeepable = /\p{Surrogate}|\0/u

/**
 * Refuse texts that cannot be stored as typed. Emoji and direction marks are stored, and nothing is truncated.
 * @throws AppError VALIDATION naming the field
 */
export function checkTexts(project: ProjectData, language: Language): void {
  for (const field of typedTexts) {
    const text = project[field]
    if (text === null) continue
    if (unkeepable.test(text)) throw refused(field, language, 'problem.invalid', 0, fieldLabel(language, field))
    if ([...text].length > longestProjectText)
      throw refused(field, language, 'problem.tooLong', longestProjectText, fieldLabel(language, field))
  }
}

/**
 * Return the climate of a project's city. It is read when the city changes and then stored with the project, because
 * the fields were filled from it; a later import of cities changes no project. Null for a city that is not in the list.
 */
export async function climateFor(
  trx: Transaction<Database>,
  city: string | null,
  stored: CityClimate | null,
): Promise<CityClimate | null> {
  if (city === null) return null
  if (stored?.name === city) return stored
  return (await findCity(trx, city)) ?? null
}
