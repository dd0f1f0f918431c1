import { z } from 'zod'
import { type FactColumn, longestFact, longestNote, longestTag, mostTags } from './device-facts.ts'
import { DeviceType } from './devices.ts'
import { Id } from './request-fields.ts'

const longestSerial = 64
const short = z.string().trim().max(longestFact)
const ipAddress = new RegExp(`^$|${z.regexes.ipv4.source}|${z.regexes.ipv6.source}`)
const macAddress = /^$|^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$|^(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}$/i
const watts = /^$|^\d{1,5}(?:[.,]\d{1,6})?$/
/** Facts that a user enters; temperature and fan speed are measured. */
export const writtenFacts = [
  'hall',
  'rack',
  'shelf',
  'ip',
  'mac',
  'firmware',
  'powerW',
  'note',
  'tags',
] as const satisfies readonly FactColumn[]
export type WrittenFact = (typeof writtenFacts)[number]
/** '' = none. */
const factFields: Record<WrittenFact, z.ZodString> = {
  hall: short,
  rack: short,
  shelf: short,
  ip: z.string().trim().regex(ipAddress),
  mac: z.string().trim().regex(macAddress),
  firmware: short,
  powerW: z.string().trim().regex(watts),
  note: z.string().trim().max(longestNote),
  tags: z
    .string()
    .trim()
    .max(mostTags * (longestTag + 2)),
}

/** One machine as a user describes it; it is sent as a feed line with the same names and limits. */
export const DeviceForm = z.object({
  serial: z
    .string()
    .trim()
    .min(1)
    .max(longestSerial)
    .regex(/^[^\s\p{C}\uFFFD]+$/u),
  type: DeviceType,
  siteId: Id,
  clientId: Id.nullable(),
  accountId: Id.nullable(),
  ...factFields,
})
