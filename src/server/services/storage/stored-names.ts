import { randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'

/** Stored types, and how they are served: the server decides both, never a name or type from a request. */
export const storedTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  parquet: 'application/vnd.apache.parquet',
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type StoredExtension = keyof typeof storedTypes

/** Return the extension of a file name; null for a type that is not stored. */
export function extensionOf(fileName: string): StoredExtension | null {
  const ending = fileName.split('.').at(-1) ?? ''
  return Object.hasOwn(storedTypes, ending) ? (ending as StoredExtension) : null
}

const storedName = /^([0-9a-f]{32})\.(png|jpg|webp|pdf|mp4|webm|parquet|csv|xlsx?)$/

/** Create an id of 128 random bits for links and projects, and the file name from it. */
export function newStoredName(extension: StoredExtension): { publicId: string; storedName: string } {
  const publicId = randomBytes(16).toString('hex')
  return { publicId, storedName: `${publicId}.${extension}` }
}

/** Return the parts of a stored name, null for any other name. */
export function parseStoredName(name: string): { publicId: string; extension: StoredExtension } | null {
  const [, publicId, extension] = storedName.exec(name) ?? []
  return publicId === undefined ? null : { publicId, extension: extension as StoredExtension }
}

/** @throws AppError NOT_FOUND for a name that we did not create, so that a name never contains a path */
export function assertStoredName(name: string): string {
  if (!parseStoredName(name)) throw new AppError('NOT_FOUND')
  return name
}
