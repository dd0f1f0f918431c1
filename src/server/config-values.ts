import { z } from 'zod'
import type { Values } from '#shared/i18n/book.ts'
import type { SettingWord } from '#shared/i18n/settings.ts'
import { problemOf, type SettingProblem } from './config-error.ts'
import { isNetwork } from './services/outbound/address-ranges.ts'

/** A word with its values as the message of a schema, which is a text: `saidIn` reads it. */
export const must = (word: SettingWord, values: Values = {}): string => JSON.stringify([word, values])
/** Return the problem in a message of `must`. */
export function saidIn(setting: string, message: string): SettingProblem {
  const [word, values] = JSON.parse(message) as [SettingWord, Values]
  return problemOf(setting, word, values)
}

/** What the value of an environment variable must be. */
export const oneOf = <const Name extends string>(...names: readonly Name[]) =>
  z.enum(names, { error: must('setting.oneOf', { allowed: names.join(', ') }) })
export const length = (least: number, most: number) =>
  z.string().refine((text) => text.length >= least && text.length <= most, must('setting.length', { least, most }))
export const flag = oneOf('0', '1', 'true', 'false').transform((text) => text === '1' || text === 'true')
export const timeZone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}, must('setting.timeZone'))
export const url = (protocols: readonly string[]) =>
  z.string().refine(
    (text) => {
      try {
        return protocols.includes(new URL(text).protocol)
      } catch {
        return false
      }
    },
    must('setting.url', { protocols: protocols.join(', ') }),
  )
/** Return true for a folder of this machine, or for a complete URL of a bucket. */
export function isStorage(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, searchParams } = new URL(text)
  if (protocol === 'file:') return hostname === ''
  const endpoint = searchParams.get('endpoint')
  return (
    hostname !== '' &&
    [...searchParams.keys()].every((key) => key === 'region' || key === 'endpoint') &&
    (endpoint === null || /^https?:\/\/./.test(endpoint))
  )
}
export const wholeNumber = (min: number, max: number) => {
  // As texts: a setting is typed without separators of thousands.
  const problem = must('setting.wholeNumber', { min: String(min), max: String(max) })
  return z
    .string()
    .regex(/^\d+$/, problem)
    .transform(Number)
    .refine((value) => value >= min && value <= max, problem)
}
/** The sender of mail: an address, or a name before an address in angle brackets. */
export const sender = length(3, 200).regex(
  /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
  must('setting.sender'),
)

/** Networks as `address/bits`, separated by commas. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), must('setting.networks'))
