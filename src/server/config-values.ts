import { z } from 'zod'
import { isNetwork } from './services/outbound/address-ranges.ts'

/** What the value of an environment variable must be; the messages follow the variable's name. */
export const oneOf = <const Name extends string>(...names: readonly Name[]) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })
export const length = (least: number, most: number) =>
  z.string().refine((text) => text.length >= least && text.length <= most, `must have ${least} to ${most} characters`)
export const flag = oneOf('0', '1', 'true', 'false').transform((text) => text === '1' || text === 'true')
export const timeZone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}, 'is not a time zone, for example Asia/Shanghai')
export const url = (protocols: readonly string[]) =>
  z.string().refine(
    (text) => {
      try {
        return protocols.includes(new URL(text).protocol)
      } catch {
        return false
      }
    },
    `must be an address beginning with ${protocols.join(' or ')}`,
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
  const problem = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, problem)
    .transform(Number)
    .refine((value) => value >= min && value <= max, problem)
}
/** The sender of mail: an address, or a name before an address in angle brackets. */
export const sender = length(3, 200).regex(
  /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
  'must be an address such as alerts@example.com, or Coldfleet <alerts@example.com>',
)

/** Networks as `address/bits`, separated by commas. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'must be networks such as 10.0.0.0/8, parted by commas')
