import { z } from 'zod'
import { SentPassword } from './auth.ts'
import { Day } from './dates.ts'
import { codeDigits } from './field-limits.ts'
import { AccountPhone } from './phone.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

// Calls for a user's own account: registration, codes, passwords, sessions and devices.

/** Seconds until another code may be requested. */
export const codeWaitSeconds = 60
export const codePattern = new RegExp(`^\\d{${codeDigits}}$`)

/** A phone in one document, and a user's id in the other. */
export const SendCodeRequest = z.object({
  phone: z.string().trim().min(1).max(20).regex(/^\d+$/, { message: 'phone' }),
})

/** All other fields are dropped: users do not choose their own role and company. */
export const RegisterRequest = z.object({
  phone: AccountPhone,
  name: z.string().trim().min(1).max(64),
  /** Department. */
  identifier: unlimited(z.string().trim().max(64)),
  birthday: unlimited(Day),
  password: SentPassword,
  passwordAgain: unlimited(SentPassword),
  /** Sub-domain of the page; the base with this domain gets the user, otherwise headquarters. */
  domain: unlimited(z.string().trim().toLowerCase().max(253)),
})
export type RegisterRequest = z.output<typeof RegisterRequest>

export const ResetPasswordRequest = z.object({
  /** The user's id, the phone again, or 0: only the phone identifies the user. */
  id: unlimited(z.union([z.string().trim().max(20), z.number()]).transform(String)),
  userName: z.string().trim().min(1).max(64),
  code: z.union([z.string().trim().max(16), z.number().transform(String)]),
  newPasswd: SentPassword,
  newPasswdAgain: unlimited(SentPassword),
})
export type ResetPasswordRequest = z.output<typeof ResetPasswordRequest>

export const UpdatePasswordRequest = z.object({
  id: Id,
  userName: unlimited(z.string().trim().max(64)),
  password: SentPassword,
  passwordAgain: unlimited(SentPassword),
  /** Required ten minutes after the last password entry. */
  oldPassword: unlimited(SentPassword),
})
export type UpdatePasswordRequest = z.output<typeof UpdatePasswordRequest>

/** `forget` removes the remembered device instead of signing in by it. */
export const RefreshRequest = z.object({ forget: unlimited(z.boolean()) }).optional()
export const OwnEndRequest = closedRequest({ id: Id, kind: z.enum(['session', 'device']) })
export type OwnEndRequest = z.output<typeof OwnEndRequest>

/** A session of the user; times in business time. `deviceId` = the remembered device behind it. */
export type OwnSession = {
  id: number
  kind: 'browser' | 'script'
  current: boolean
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  address: string | null
  agent: string | null
  deviceId: number | null
}
/** A browser that signs in without the password until it expires. */
export type OwnDevice = Omit<OwnSession, 'kind' | 'deviceId' | 'lastSeenAt'> & { lastUsedAt: string }
export type OwnSessions = { sessions: OwnSession[]; devices: OwnDevice[] }
