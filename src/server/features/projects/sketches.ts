import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { publicIdOf } from '#server/features/attachments/images.ts'
import { claimAttachments } from '#server/features/attachments/queries.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { refused } from './draft.ts'

/** Public ids of the sketches, in their order, and of the main one. */
export type Sketches = { images: string[]; mainImage: string | null }

/** More than any form sends. The list must be limited. */
const mostImages = 200

const idOf = (path: unknown): string => {
  const id = typeof path === 'string' ? publicIdOf(path) : null
  // An image that does not exist gets the same answer as one of another user.
  if (id === null) throw new AppError('NOT_FOUND')
  return id
}
const isEmpty = (value: unknown): boolean => value === null || value === ''

/**
 * Return the sketches after a request. A field that is not sent keeps its value. The main image is one of the list: the
 * named one, otherwise the first (R471 to R473).
 * @throws AppError NOT_FOUND for a path that is no image, VALIDATION for a value that is no list
 */
export function sketchesOf(given: Readonly<Record<string, unknown>>, stored: Sketches, language: Language): Sketches {
  const { coldStorageImages: list, mainImage: main } = given
  if (list !== undefined && !isEmpty(list) && !Array.isArray(list))
    throw refused('coldStorageImages', language, 'problem.invalid')
  if (Array.isArray(list) && list.length > mostImages)
    throw refused('coldStorageImages', language, 'problem.tooLong', mostImages)
  const named = main === undefined ? stored.mainImage : isEmpty(main) ? null : idOf(main)
  const kept = list === undefined ? stored.images : Array.isArray(list) ? [...new Set(list.map(idOf))] : []
  // A main image without a list is added to the sketches.
  const images = list === undefined && named !== null && !kept.includes(named) ? [named, ...kept] : kept
  return { images, mainImage: named !== null && images.includes(named) ? named : (images[0] ?? null) }
}

/**
 * Bind sketches to a project in the transaction that saves it.
 * @throws AppError NOT_FOUND for one that is missing, or neither the author's own new upload nor of this project, with
 * the same answer
 */
export const claimSketches = (
  trx: Transaction<Database>,
  { images }: Sketches,
  projectId: number,
  userId: number | null,
): Promise<void> => claimAttachments(trx, images, projectId, userId)
