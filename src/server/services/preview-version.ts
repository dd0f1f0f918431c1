import { createHash } from 'node:crypto'

const digestLength = 22
const digestOf = (decided: Iterable<string>): string => {
  const hash = createHash('sha256')
  for (const line of decided) hash.update(`${line}\n`)
  return hash.digest('base64url').slice(0, digestLength)
}

/**
 * What a preview showed, as a short text that its confirmation sends back: when that was, and a digest of everything that was decided.
 * @param at before the preview began to read @param decided one line for each thing that is confirmed, in an order that does not vary
 */
export const previewVersion = (at: Date, decided: Iterable<string>): string =>
  `${at.getTime().toString(36)}.${digestOf(decided)}`

/** Does what is decided now come to what the preview of this version showed? */
export const isAsPreviewed = (version: string, decided: Iterable<string>): boolean =>
  version.endsWith(`.${digestOf(decided)}`)

/** When the preview of a version began to read. */
export const previewedAt = (version: string): Date => new Date(Number.parseInt(version.split('.')[0] ?? '', 36))
