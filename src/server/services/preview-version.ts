import { createHash } from 'node:crypto'

const digestLength = 22
const digestOf = (decided: Iterable<string>): string => {
  const hash = createHash('sha256')
  for (const line of decided) hash.update(`${line}\n`)
  return hash.digest('base64url').slice(0, digestLength)
}

/**
 * Return a short text that identifies a preview, which its confirmation sends back: its time, and a digest of all
 * decisions.
 * @param at before the preview began to read
 * @param decided one line for each confirmed item, in a fixed order
 */
export const previewVersion = (at: Date, decided: Iterable<string>): string =>
  `${at.getTime().toString(36)}.${digestOf(decided)}`

/** Return whether the current decisions equal those of the preview with this version. */
export const isAsPreviewed = (version: string, decided: Iterable<string>): boolean =>
  version.endsWith(`.${digestOf(decided)}`)

/** Return when the preview of a version began to read. */
export const previewedAt = (version: string): Date => new Date(Number.parseInt(version.split('.')[0] ?? '', 36))
