import { z } from 'zod'
import { phoneDigits } from './field-limits.ts'
import { clearable } from './request-fields.ts'

export const phonePattern = new RegExp(`^\\d{${phoneDigits}}$`)
/** The phone of an account, which receives codes. */
export const AccountPhone = z.string().trim().regex(phonePattern, { message: 'phone' })

/** The phone of a driver: digits and the usual separators; a masked one keeps the stored value. */
export const DriverPhone = clearable(
  z
    .string()
    .trim()
    .regex(/^[\d*+ ()-]{3,24}$/),
)

/** The phone of a person whose health is measured. */
export const TesteePhone = clearable(
  z
    .string()
    .trim()
    .regex(/^\d{7,15}$/),
)
