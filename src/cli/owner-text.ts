import type { OwnerNames } from '#shared/ownership.ts'

/** Format an owner in one line: base, site, client, sub-account, without missing ones. */
export const ownerText = ({ company, site, client, account }: OwnerNames): string =>
  [...new Set([company, site, client, account])].filter((name) => name !== null).join(' / ') || '-'
