import { type RawBuilder, sql } from 'kysely'
import type { FilteredFact } from '#shared/device-facts.ts'

/** The requested facts, without those that were not requested. */
export type RequestedFacts = Readonly<Partial<Record<FilteredFact, string>>>

/** A LIKE pattern for texts that begin with `part`. */
const beginning = (part: string): string => `${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
/** Convert the beginning of an address to the indexed form, in which each part ends with a point. */
const addressPart = (part: string): string => {
  const parts = part.replace('*', '').split(/[.:]/)
  while (parts.at(-1) === '') parts.pop()
  return parts.map((one) => `${one}.`).join('')
}

/** Conditions in the form of the index expressions, for the alias `f`. */
const conditions: Record<FilteredFact, (text: string, companyIds: readonly number[]) => RawBuilder<boolean>> = {
  hall: (text) => sql<boolean>`lower(f.hall) = lower(${text}::text)`,
  rack: (text) => sql<boolean>`lower(f.rack) = lower(${text}::text)`,
  shelf: (text) => sql<boolean>`lower(f.shelf) = lower(${text}::text)`,
  firmware: (text) => sql<boolean>`f.firmware is not null and lower(f.firmware) like ${beginning(text)}`,
  ip: (text) =>
    sql<boolean>`f.ip is not null and translate(f.ip, ':', '.') || '.' like ${beginning(addressPart(text))}`,
  tag: (text, companyIds) =>
    sql<boolean>`f.tags is not null and fact_tags(f.company_id, f.tags) && ${companyIds.map((id) => `${id} ${text.toLowerCase()}`)}::text[]`,
}

/**
 * Return one condition for each requested fact, on rows of `device_facts` with the alias `f`; the caller adds the
 * condition on tenants.
 */
export const factConditions = (facts: RequestedFacts, companyIds: readonly number[]): RawBuilder<boolean>[] =>
  (Object.keys(conditions) as FilteredFact[]).flatMap((name) => {
    const text = facts[name]
    return text === undefined || text === '' ? [] : [conditions[name](text, companyIds)]
  })

/** Rows that one index finds, in its order; null = the index has no order. */
export type IndexedFact = { condition: RawBuilder<boolean>; order: RawBuilder<unknown> | null }

/**
 * Return the conditions that an index serves, mostly the most selective first: in the index, a hall with its rack, and
 * a rack with its shelf, are neighbouring entries.
 */
export function indexedFacts(facts: RequestedFacts, companyIds: readonly number[]): IndexedFact[] {
  const { hall, rack, shelf, ip, tag, firmware } = facts
  const byShelf = sql`lower(f.shelf), f.device_id`
  const byRack = sql`lower(f.rack), ${byShelf}`
  const byHall = sql`lower(f.hall), ${byRack}`
  const indexes: { served: RequestedFacts; order: IndexedFact['order'] }[] = [
    { served: { ip }, order: sql`(translate(f.ip, ':', '.') || '.') using ~<~, f.device_id` },
    { served: hall || !rack ? { hall, rack, shelf: rack && shelf } : { rack, shelf }, order: hall ? byHall : byRack },
    { served: rack ? {} : { shelf }, order: byShelf },
    { served: { tag }, order: null },
    { served: { firmware }, order: sql`lower(f.firmware) using ~<~, f.device_id` },
  ]
  return indexes.flatMap(({ served, order }) => {
    const found = factConditions(served, companyIds)
    return found.length === 0 ? [] : [{ condition: sql<boolean>`${sql.join(found, sql` and `)}`, order }]
  })
}
