import type { Word } from './i18n/index.ts'

/** What a field is called in words: one that chooses a row by its id, or holds a time as text, has the words of what it means. */
type WordOf<Name extends string> = Name extends `${infer Meant}Id`
  ? Meant
  : Name extends `${infer Meant}Str`
    ? Meant
    : Name
/**
 * The field `companyId` of a form with the words of `stations` says `stations.company`; a field without such a word does not compile.
 * While tsc has not inferred the names yet (`string`), nothing is missing.
 */
export type WordsFor<Area extends string, Names extends string> = string extends Names
  ? Area
  : `${Area}.${WordOf<Names>}` extends Word
    ? Area
    : { 'these words are missing': Exclude<`${Area}.${WordOf<Names>}`, Word> }

/** The key of the word of a field, as `WordOf` says it. */
export const labelKey = (area: string, name: string): string => `${area}.${name.replace(/(Id|Str)$/, '')}`
