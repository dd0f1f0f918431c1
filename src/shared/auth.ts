import { z } from 'zod'
import { Paging } from './paging.ts'
import type { PasswordPolicy } from './password-rule.ts'
import type { PermissionKey } from './permissions.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/** Base64 of the joined RSA blocks (PKCS#1 v1.5) of a password. */
const longestPassword = 4_096
const longestName = 64

/** Whatever nobody is called, and whatever no password was wrapped into, is answered as a wrong one is: by the same work and words. */
const tried = (longest: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.length <= longest && !value.includes('\u0000') ? value : ''),
    z.string().trim(),
  )

/** A wrapped password where one is set or asked for: anything else, or nothing, cannot be decrypted and is answered as a wrong one. */
export const SentPassword = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' && value.length <= longestPassword ? value : '-'),
  z.string(),
)

export const LoginRequest = z.object({
  userName: tried(longestName),
  password: tried(longestPassword),
  companyId: unlimited(Id),
  remember: unlimited(z.boolean()),
})
export type LoginRequest = z.output<typeof LoginRequest>
export const BrandingRequest = z.object({ domain: unlimited(z.string().trim().toLowerCase().max(253)) })
export const TicketRequest = z.object({ token: z.string().min(1).max(128) })
/** The terminal has no account of its own and names one. */
export const MintTicketRequest = z.object({ userName: unlimited(z.string().trim().max(64)) })
const longestTokenDays = 365
export const CreateTokenRequest = z
  .object({
    userName: unlimited(z.string().trim().max(64)),
    days: unlimited(z.number().int().min(1).max(longestTokenDays)),
    /** Minutes, for a token that lives shorter than a day. */
    minutes: unlimited(
      z
        .number()
        .int()
        .min(1)
        .max(longestTokenDays * 1_440),
    ),
    /** read = a program that changes nothing. */
    scope: unlimited(z.enum(['full', 'read'])),
    /** The caller's own, for a token of somebody else's or one that lives longer than a day. */
    ownPassword: unlimited(SentPassword),
  })
  // One of them would be passed over without a word.
  .refine(({ days, minutes }) => days === undefined || minutes === undefined, {
    message: 'oneLifetime',
    path: ['minutes'],
  })
export type CreateTokenRequest = z.output<typeof CreateTokenRequest>
export const LogoutRequest = z.object({ token: unlimited(z.string().max(128)) })
export const ChangeCompanyRequest = z.object({ companyId: Id, userId: unlimited(Id) })
export const CompaniesRequest = closedRequest({ ...Paging.shape, name: unlimited(z.string().trim().max(64)) })
export type CompaniesRequest = z.output<typeof CompaniesRequest>

/** One screen of the menu, as the server gives it; `component` names the screen in `client/routes.tsx`, `title` is a word key. */
export type ServerRoute = {
  path: string
  component: string
  redirect?: string
  name: string
  title: string
  icon: string
  section: string
  hidden: boolean
}

export type SessionInfo = {
  id: number
  userName: string
  userToken: string
  companyId: number
  companyName: string
  /** Machines, rules and silences belong to bases; headquarters has none of its own. */
  companyKind: 'headquarters' | 'base'
  nickName: string | null
  name: string
  /** Shows the picture of the person for the next ten minutes; null = there is none. */
  avatar: string | null
  permissions: PermissionKey[]
  routes: ServerRoute[]
  /** In which business days are cut and times are shown, for example Asia/Shanghai. */
  timeZone: string
  /** Somebody else set the password: until it is changed nothing else is open. */
  mustChangePassword: boolean
}
/** `lastPasswordResetDate` YYYY-MM-DD HH:mm:ss in business time; null = the password was set by somebody else. */
export type LoginAnswer = SessionInfo & { token: string; lastPasswordResetDate: string | null }
export type Profile = {
  id: number
  userName: string
  phone: string | null
  name: string
  nickName: string | null
  companyId: number
  companyName: string
  /** As in `SessionInfo`; `avatarId` names the picture itself. */
  avatar: string | null
  avatarId: number | null
  createTimeStr: string
}
export type PublicKey = { keyId: string; pem: string; blockBytes: number }
/** What the sign-in page shows before anybody is known; `company` = the one whose domain was asked for. */
export type Branding = {
  brandText: string
  supportPhone: string
  /** Which rule a new password has to follow. */
  passwordPolicy: PasswordPolicy
  company: { id: number; name: string; picId: number | null; smallPicId: number | null } | null
}
/** A token for one sign-in, or for a program; shown once, stored as a hash. Instants are ISO 8601. */
export type IssuedToken = { token: string; userName: string; expiresAt: string }
/** A company that the caller may enter; `kind` headquarters or base. */
export type CompanyChoice = { id: number; name: string; kind: 'headquarters' | 'base'; superCompanyId: number | null }
