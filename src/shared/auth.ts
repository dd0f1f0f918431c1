import { z } from 'zod'
import { Paging } from './paging.ts'
import type { PasswordPolicy } from './password-rule.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'
import type { PermissionKey } from './roles.ts'

/** Base64 of the joined RSA blocks (PKCS#1 v1.5) of a password. */
const longestPassword = 4_096
const longestName = 64

/**
 * Convert a value that cannot be a user name or password to one that fails: the response takes the same work and has
 * the same text as that to a wrong one.
 */
const tried = (longest: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.length <= longest && !value.includes('\u0000') ? value : ''),
    z.string().trim(),
  )

/**
 * An encrypted password in a form that sets or checks one: any other value, or none, cannot be decrypted and gets the
 * response to a wrong one.
 */
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
    /** Minutes, for a token that expires within a day. */
    minutes: unlimited(
      z
        .number()
        .int()
        .min(1)
        .max(longestTokenDays * 1_440),
    ),
    /** read = a program that changes nothing. */
    scope: unlimited(z.enum(['full', 'read'])),
    /** The caller's own password, required for a token of another user or one that lives longer than a day. */
    ownPassword: unlimited(SentPassword),
  })
  // One of them would be ignored without an error.
  .refine(({ days, minutes }) => days === undefined || minutes === undefined, {
    message: 'oneLifetime',
    path: ['minutes'],
  })
export type CreateTokenRequest = z.output<typeof CreateTokenRequest>
export const LogoutRequest = z.object({ token: unlimited(z.string().max(128)) })
export const ChangeCompanyRequest = z.object({ companyId: Id, userId: unlimited(Id) })
export const CompaniesRequest = closedRequest({ ...Paging.shape, name: unlimited(z.string().trim().max(64)) })
export type CompaniesRequest = z.output<typeof CompaniesRequest>

/**
 * One screen of the menu from the server; `component` names the screen in `client/routes.tsx`, `title` is a text key.
 */
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
  /** Machines, rules and silences belong to bases, never to headquarters. */
  companyKind: 'headquarters' | 'base'
  nickName: string | null
  name: string
  /** Signed address of the person's picture for the next ten minutes; null = no picture. */
  avatar: string | null
  permissions: PermissionKey[]
  routes: ServerRoute[]
  /** The time zone of business days and shown times, for example Asia/Shanghai. */
  timeZone: string
  /** Another person set the password: until the user changes it, all other calls are refused. */
  mustChangePassword: boolean
}
/** `lastPasswordResetDate` YYYY-MM-DD HH:mm:ss in business time; null = another person set the password. */
export type LoginAnswer = SessionInfo & { token: string; lastPasswordResetDate: string | null }
export type Profile = {
  id: number
  userName: string
  phone: string | null
  name: string
  nickName: string | null
  companyId: number
  companyName: string
  /** As in `SessionInfo`; `avatarId` is the id of the picture. */
  avatar: string | null
  avatarId: number | null
  createTimeStr: string
}
export type PublicKey = { keyId: string; pem: string; blockBytes: number }
/** Content of the sign-in page before a user is known; `company` = the company of the requested domain. */
/** What the settings of a deployment say on its pages; the page itself carries it as JSON in `<meta name="branding">`. */
export type DeploymentTexts = {
  brandText: string
  supportPhone: string
  /** The rule for a new password. */
  passwordPolicy: PasswordPolicy
}
export type Branding = DeploymentTexts & {
  company: { id: number; name: string; picId: number | null; smallPicId: number | null } | null
}
/** A token for one sign-in, or for a program; shown once, stored as a hash. Instants are ISO 8601. */
export type IssuedToken = { token: string; userName: string; expiresAt: string }
/** A company that the caller may enter; `kind` headquarters or base. */
export type CompanyChoice = { id: number; name: string; kind: 'headquarters' | 'base'; superCompanyId: number | null }
