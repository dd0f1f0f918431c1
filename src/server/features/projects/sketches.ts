import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { publicIdOf } from '#server/features/attachments/images.ts'
import { claimAttachments } from '#server/features/attachments/queries.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { refused } from './draft.ts'

/** Public ids of the sketches, in their order, and of the main one. */
export type Sketches = { images: string[]; mainImage: string | null }

/** No form asks for as many; a list without end would be. */
const mostImages = 200

const idOf = (path: unknown): string => {
  const id = typeof path === 'string' ? publicIdOf(path) : null
  // Nobody's image: the same answer as for somebody else's.
  if (id === null) throw new AppError('NOT_FOUND')
  return id
}
const isEmpty = (value: unknown): boolean => value === null || value === ''

/**
 * The sketches that a request leaves of the stored ones; what is not sent stays. The main image is one of the list: the one
 * that is named, else the first (R471 to R473).
 * @throws AppError NOT_FOUND for a path that names no image, VALIDATION for what is no list
 */
export function sketchesOf(given: Readonly<Record<string, unknown>>, stored: Sketches, language: Language): Sketches {
  const { coldStorageImages: list, mainImage: main } = given
  if (list !== undefined && !isEmpty(list) && !Array.isArray(list))
    throw refused('coldStorageImages', language, 'problem.invalid')
  if (Array.isArray(list) && list.length > mostImages)
    throw refused('coldStorageImages', language, 'problem.tooLong', mostImages)
  const named = main === undefined ? stored.mainImage : isEmpty(main) ? null : idOf(main)
  const kept = list === undefined ? stored.images : Array.isArray(list) ? [...new Set(list.map(idOf))] : []
  // Somebody who sends a main image alone has one sketch.
  const images = list === undefined && named !== null && !kept.includes(named) ? [named, ...kept] : kept
  return { images, mainImage: named !== null && images.includes(named) ? named : (images[0] ?? null) }
}

/**
 * Binds sketches to a project in the transaction that saves it.
 * @throws AppError NOT_FOUND for one that is missing, or neither the author's own new upload nor this project's, alike
 */
export const claimSketches = (
  trx: Transaction<Database>,
  { images }: Sketches,
  projectId: number,
  userId: number | null,
): Promise<void> => claimAttachments(trx, images, projectId, userId)
