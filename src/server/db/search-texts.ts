import { type RawBuilder, sql } from 'kysely'

/**
 * Join several columns to one text in which a search finds a part of any of them, written exactly as in the index that
 * serves it.
 */
const joined = (alias: string, columns: readonly string[]): RawBuilder<string> =>
  sql<string>`(${sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(`${alias}.${column}`)}, '')`),
    sql` || chr(10) || `,
  )})`

export const personText = (alias: string) => joined(alias, ['name', 'user_name', 'phone'])
export const projectSearched = ['name', 'project_no', 'city'] as const
export const projectText = (alias: string) => joined(alias, projectSearched)
export const reportText = (alias: string) =>
  joined(alias, ['report_number', 'tanker_number', 'license_number', 'checked_org', 'contact_name', 'name'])
export const reservationText = (alias: string) =>
  joined(alias, ['tanker_number', 'license_number', 'checked_org', 'contact_name'])

/** A LIKE pattern for texts that contain `part`, with any characters. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** Shorter parts of a text are in no trigram: a search for them reads each row. */
export const leastOfTrigram = 3
export const isInTrigrams = (part: string): boolean => [...part].length >= leastOfTrigram
