import type { SignedInContext } from '#server/trpc.ts'
import { roleKeys } from '#shared/permissions.ts'

/** Phones are whole for those who administer users, and masked for all others. Source: trust.md section 3, row 30 */
export const readsPhones = (ctx: SignedInContext): boolean => roleKeys[ctx.viewer.role].includes('user')

/** What was sent; undefined keeps what is stored, and so does a phone that came back masked. */
export const sentPhone = (phone: string | null | undefined): string | null | undefined =>
  phone?.includes('*') ? undefined : phone
