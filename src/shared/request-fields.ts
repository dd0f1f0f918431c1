import { z } from 'zod'
import { unlimited } from './paging.ts'

/** The version of a row that the caller has read; when somebody has changed the row since, nothing is written (EDITED_BY_OTHERS). */
export const RowVersion = unlimited(z.coerce.number().int().min(1))

/**
 * The `previewVersion` that a preview answered, sent back with its confirmation: when machines have changed since, nothing is written
 * (EDITED_BY_OTHERS). Left out by who has seen no preview.
 */
export const PreviewVersion = unlimited(z.string().regex(/^[0-9a-z]{1,12}\.[\w-]{22}$/, 'previewVersion'))

/** The language of a file; that of the request when not said. */
export const LanguageField = unlimited(z.enum(['zh', 'en']))

/** Format, columns and language of a list as a file; `usual` = the format when none is said. */
export const fileFields = <
  const Formats extends readonly [string, ...string[]],
  const Columns extends readonly [string, ...string[]],
>(
  formats: Formats,
  usual: Formats[number],
  columns: Columns,
) => ({
  format: unlimited(z.enum(formats)).transform((format) => format ?? usual),
  columns: unlimited(z.array(z.enum(columns)).min(1)),
  language: LanguageField,
})
