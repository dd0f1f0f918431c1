import type { Client } from './connect.ts'
import { wrongUse } from './failure.ts'

/** A kind of place that an option may name. */
export type Place = 'company' | 'site' | 'client' | 'account'
/** A place that matches a name; `of` distinguishes places of the same name. */
export type Found = { id: number; name: string; of?: string | null }

const pageSize = 200
const largestId = 2_147_483_647
const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestId

type Page = Promise<{ data: Found[] }>
/** Return a page of the places whose name contains a text. */
const finders: Record<Place, (client: Client, request: { name: string; page: number; size: number }) => Page> = {
  company: (client, request) => client.auth.companies.query(request),
  site: (client, request) => client.sites.find.query(request),
  client: async (client, request) => ({
    data: (await client.clients.find.query(request)).data.map(({ id, name, company }) => ({ id, name, of: company })),
  }),
  account: async (client, request) => ({
    data: (await client.accounts.find.query(request)).data.map((row) => ({
      id: row.id,
      name: row.name,
      of: row.client,
    })),
  }),
}

/**
 * Return the one of `places` with the name `text`, in any letter case. @throws CliFailure (wrong use) if none matches,
 * or if several do, which the message lists
 */
function named(places: readonly Found[], option: string, text: string): Found {
  const found = places.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const [first, ...others] = found
  if (!first) throw wrongUse('cli.filter.unknownPlace', { option, value: text })
  const ids = found.map(({ id, of }) => (of ? `${id} (${of})` : String(id))).join(', ')
  if (others.length > 0) throw wrongUse('cli.filter.severalPlaces', { option, value: text, ids })
  return first
}

/**
 * Return the id for a name; an id stays unchanged, and the server checks whether the place exists. @throws CliFailure
 * (wrong use) if no place, or more than one, has the name
 */
export async function idOf(client: Client, place: Place, option: string, text: string): Promise<string> {
  if (isId(text)) return text
  const places: Found[] = []
  for (let page = 1; places.length === (page - 1) * pageSize; page += 1)
    places.push(...(await finders[place](client, { name: text, page, size: pageSize })).data)
  return String(named(places, option, text).id)
}

/**
 * Return the id of a list entry, by its id or its name; undefined if none matches. @throws CliFailure (wrong use) if
 * several do
 */
export function idAmong(places: readonly Found[], option: string, text: string): number | undefined {
  const found = places.filter(({ id, name }) => String(id) === text || name.toLowerCase() === text.toLowerCase())
  return found.length === 0 ? undefined : (found.find(({ id }) => String(id) === text) ?? named(found, option, text)).id
}
