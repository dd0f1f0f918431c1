import { z } from 'zod'
import { DeviceType } from './devices.ts'
import { Id } from './paging.ts'

const longestSerial = 64
/** One machine as a person describes it; a feed line of the same names and limits carries it. */
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
})
