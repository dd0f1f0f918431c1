import type { Word } from './i18n/index.ts'

/**
 * The text key of a field: a field with the id of a row, or with a time as text, uses the name of what it refers to.
 */
type WordOf<Name extends string> = Name extends `${infer Meant}Id`
  ? Meant
  : Name extends `${infer Meant}Str`
    ? Meant
    : Name
/**
 * The field `companyId` of a form with the texts of `stations` uses `stations.company`; a field without such a text
 * does not compile. While tsc has not inferred the names yet (`string`), no text is considered missing.
 */
export type WordsFor<Area extends string, Names extends string> = string extends Names
  ? Area
  : `${Area}.${WordOf<Names>}` extends Word
    ? Area
    : { 'these words are missing': Exclude<`${Area}.${WordOf<Names>}`, Word> }

/** Return the key of a field's text, as in `WordOf`. */
export const labelKey = (area: string, name: string): string => `${area}.${name.replace(/(Id|Str)$/, '')}`

type ValueWord<Area extends string, Name extends string, Value> =
  Extract<Value, string> extends infer Known extends string
    ? string extends Known
      ? never
      : `${Area}.${Name}.${Known}`
    : never
type ValueWords<Area extends string, Values> = {
  [Name in keyof Values & string]: ValueWord<Area, Name, Values[Name]>
}[keyof Values & string]
/** The field `state` with the values `draft` and `signed` needs the texts `<area>.state.draft` and `.signed`; a missing one does not compile. */
export type WordsForValues<Area extends string, Values> = string extends Area
  ? Area
  : ValueWords<Area, Values> extends Word
    ? Area
    : { 'these words are missing': Exclude<ValueWords<Area, Values>, Word> }
