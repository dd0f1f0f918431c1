import type { SignedInContext } from '#server/trpc.ts'
import { roleKeys } from '#shared/roles.ts'

/**
 * Return whether the caller reads complete phone numbers: only administrators of users do; for all others they are
 * masked. Source: trust.md section 3, row 30
 */
export const readsPhones = (ctx: SignedInContext): boolean => roleKeys[ctx.viewer.role].includes('user')

/** Return the sent phone; undefined keeps the stored one, also when the phone comes back masked. */
export const sentPhone = (phone: string | null | undefined): string | null | undefined =>
  phone?.includes('*') ? undefined : phone
