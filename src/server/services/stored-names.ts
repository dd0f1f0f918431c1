import { randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'

/** What is kept, and how it is served: the server decides both, never the name or the type that somebody sends. */
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

/** The ending of a file of ours; null for one that we do not keep. */
export function extensionOf(fileName: string): StoredExtension | null {
  const ending = fileName.split('.').at(-1) ?? ''
  return Object.hasOwn(storedTypes, ending) ? (ending as StoredExtension) : null
}

const storedName = /^([0-9a-f]{32})\.(png|jpg|webp|pdf|mp4|webm|parquet|csv|xlsx?)$/

/** 128 random bits as an id that links and projects name, and the file's name made of it. */
export function newStoredName(extension: StoredExtension): { publicId: string; storedName: string } {
  const publicId = randomBytes(16).toString('hex')
  return { publicId, storedName: `${publicId}.${extension}` }
}

/** The parts of a stored name, null for everything that is none. */
export function parseStoredName(name: string): { publicId: string; extension: StoredExtension } | null {
  const [, publicId, extension] = storedName.exec(name) ?? []
  return publicId === undefined ? null : { publicId, extension: extension as StoredExtension }
}

/** @throws AppError NOT_FOUND for a name that we did not make, so that no path can be written into one */
export function assertStoredName(name: string): string {
  if (!parseStoredName(name)) throw new AppError('NOT_FOUND')
  return name
}
