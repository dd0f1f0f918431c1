import type { PlaceColumn } from '#server/db/device-counts.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { type Language, word } from '#shared/i18n/index.ts'

/** The data to make names on a chart from. */
export type Naming = { book: PlaceBook; language: Language }

const placesOf = (book: PlaceBook, column: PlaceColumn): ReadonlyMap<number, { name: string }> =>
  ({ site_id: book.companies, client_id: book.clients, account_id: book.accounts })[column]
export const nameOf = ({ book, language }: Naming, column: PlaceColumn, id: number): string =>
  id === 0 ? word(language, 'place.unassigned') : (placesOf(book, column).get(id)?.name ?? String(id))
