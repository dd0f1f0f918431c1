import { messageOf } from './errors.ts'

/** Return the code of an error of Node or of PostgreSQL, such as ENOENT; an empty text if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Return the code of an error, else its message: the reason in a sentence for people. */
export const reasonOf = (error: unknown): string => codeOf(error) || messageOf(error)
