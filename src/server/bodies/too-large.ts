import { AppError } from '#shared/errors.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** A size as people read it: whole MB, or KB below one. */
const sizeText = (bytes: number): string =>
  bytes < mebibyte ? `${Math.floor(bytes / kibibyte)} KB` : `${Math.floor(bytes / mebibyte)} MB`

/** @returns the refusal of what is longer than `mostBytes`, with that limit in words */
export const tooLarge = (mostBytes: number): AppError =>
  new AppError('TOO_LARGE', { word: 'error.tooLargeFor', values: { limit: sizeText(mostBytes) } })
