import { type RawBuilder, sql } from 'kysely'
import type { FilteredFact } from '#shared/device-facts.ts'

/** What is asked for, without what is not. */
export type AskedFacts = Readonly<Partial<Record<FilteredFact, string>>>

/** A LIKE pattern for texts that begin with `part`. */
const beginning = (part: string): string => `${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
/** The beginning of an address as the index has it: parts that end with a point each. */
const addressPart = (part: string): string => {
  const parts = part.replace('*', '').split(/[.:]/)
  while (parts.at(-1) === '') parts.pop()
  return parts.map((one) => `${one}.`).join('')
}

/** As the indexes of `device_facts` are written, by the alias `f`. */
const conditions: Record<FilteredFact, (asked: string, companyIds: readonly number[]) => RawBuilder<boolean>> = {
  hall: (asked) => sql<boolean>`lower(f.hall) = lower(${asked}::text)`,
  rack: (asked) => sql<boolean>`lower(f.rack) = lower(${asked}::text)`,
  shelf: (asked) => sql<boolean>`lower(f.shelf) = lower(${asked}::text)`,
  firmware: (asked) => sql<boolean>`f.firmware is not null and lower(f.firmware) like ${beginning(asked)}`,
  ip: (asked) => sql<boolean>`f.ip is not null and translate(f.ip, ':', '.') || '.' like ${beginning(addressPart(asked))}`,
  tag: (asked, companyIds) =>
    sql<boolean>`f.tags is not null and fact_tags(f.company_id, f.tags) && ${companyIds.map((id) => `${id} ${asked.toLowerCase()}`)}::text[]`,
}

/** One condition for each fact that is asked for, on rows of `device_facts` by the alias `f`; that they are the tenants' comes beside them. */
export const factConditions = (facts: AskedFacts, companyIds: readonly number[]): RawBuilder<boolean>[] =>
  (Object.keys(conditions) as FilteredFact[]).flatMap((name) => {
    const asked = facts[name]
    return asked === undefined || asked === '' ? [] : [conditions[name](asked, companyIds)]
  })
