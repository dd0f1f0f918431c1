import { AppError } from '#shared/errors.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** Format a size for people: whole MB, or KB below one. */
const sizeText = (bytes: number): string =>
  bytes < mebibyte ? `${Math.floor(bytes / kibibyte)} KB` : `${Math.floor(bytes / mebibyte)} MB`

/** Return the error for a body larger than `mostBytes`, with that limit in words. */
export const tooLarge = (mostBytes: number): AppError =>
  new AppError('TOO_LARGE', { word: 'error.tooLargeFor', values: { limit: sizeText(mostBytes) } })
