import type { PlaceBook } from '#server/services/places/place-book.ts'

type Placed = { company_id: number; site_id: number | null; client_id: number | null; account_id: number | null }

/**
 * Return the place of an event by its narrowest names. The channel of a client (`clientId`) never gets the name of
 * another client.
 */
export function placeName(
  book: PlaceBook,
  { site_id, client_id, account_id, company_id }: Placed,
  clientId: number | null,
): string {
  const isOwn = clientId === null || client_id === clientId
  const account = account_id !== null && isOwn ? book.accounts.get(account_id)?.name : undefined
  const client = client_id !== null && isOwn ? book.clients.get(client_id)?.name : undefined
  const site = site_id === null ? undefined : book.companies.get(site_id)?.name
  const narrow = [site, client, account].filter((name) => name !== undefined)
  return narrow.length > 0 ? narrow.join(' · ') : (book.companies.get(company_id)?.name ?? '')
}
