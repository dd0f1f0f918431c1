import type { OwnerNames } from '#shared/ownership.ts'

/** The owner and place of a machine in one line; "-" for a machine without an owner. */
export const ownerText = ({ company, site, client, account }: OwnerNames): string =>
  [client, account, site ?? company].filter((name) => name !== null).join(' · ') || '-'
