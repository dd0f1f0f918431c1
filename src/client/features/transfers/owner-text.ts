import type { OwnerNames } from '#shared/ownership.ts'

/** Whom a machine belongs to and where it is, in one line; "-" where it belongs to nobody. */
export const ownerText = ({ company, site, client, account }: OwnerNames): string =>
  [client, account, site ?? company].filter((name) => name !== null).join(' · ') || '-'
