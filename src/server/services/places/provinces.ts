import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import type { PlaceBook } from './place-book.ts'

/** Provinces by any of their names; a place with no or an unknown province keeps its text. */
export type Provinces = {
  /** Return the same key for 江苏, 江苏省 and Jiangsu; '' = no province is given. */
  keyOf(text: string | null): string
  /**
   * Return the key of a province that a filter names.
   * @throws AppError VALIDATION for a text that is no province and that no place has: a misspelt filter must not look
   * like an empty result
   */
  requestedKey(text: string, book: PlaceBook): string
  labelOf(key: string, language: Language): string
}

/** Provinces come with a migration and never change: read once a database. */
const loaded = new WeakMap<Kysely<Database>, Promise<Provinces>>()

/** Load the 34 provinces. */
export function loadProvinces(db: Kysely<Database>): Promise<Provinces> {
  const known = loaded.get(db)
  if (known) return known
  const provinces = readProvinces(db)
  loaded.set(db, provinces)
  // A failure is not cached: the next caller queries again.
  provinces.catch(() => loaded.delete(db))
  return provinces
}

async function readProvinces(db: Kysely<Database>): Promise<Provinces> {
  const rows = await db.selectFrom('province').select(['iso', 'zh', 'zh_short', 'en']).execute()
  const keys = new Map(
    rows.flatMap(({ iso, zh, zh_short, en }) =>
      [zh, zh_short, en.toLowerCase(), iso.toLowerCase()].map((name) => [name, iso] as const),
    ),
  )
  const names = new Map(rows.map((row) => [row.iso, row]))
  const keyOf = (text: string | null) => {
    const plain = text?.trim() ?? ''
    return keys.get(plain.toLowerCase()) ?? plain
  }
  return {
    keyOf,
    requestedKey: (text, { companies, clients }) => {
      const key = keyOf(text)
      if (names.has(key)) return key
      const stored = [...companies.values(), ...clients.values()].find(
        ({ province }) => province?.trim().toLowerCase() === key.toLowerCase(),
      )
      if (stored) return keyOf(stored.province)
      const allowed = rows.map(({ zh_short, en }) => `${zh_short} (${en})`).join(', ')
      throw new AppError('VALIDATION', { field: 'province', problem: 'problem.notOneOf', values: { allowed } })
    },
    labelOf: (key, language) => {
      if (key === '') return word(language, 'place.noProvince')
      const province = names.get(key)
      return (language === 'zh' ? province?.zh_short : province?.en) ?? key
    },
  }
}

/** Return the provinces in the order of the standard: `name` is the value that a place stores. */
export async function findProvinces(
  db: Kysely<Database>,
  language: Language,
): Promise<{ name: string; label: string }[]> {
  const rows = await db.selectFrom('province').select(['zh', 'en']).orderBy('position').execute()
  return rows.map(({ zh, en }) => ({ name: zh, label: language === 'zh' ? zh : en }))
}
