import type { OwnerNames } from '#shared/ownership.ts'

/** An owner on one line: base, site, client, sub-account, as far as there are any. */
export const ownerText = ({ company, site, client, account }: OwnerNames): string =>
  [...new Set([company, site, client, account])].filter((name) => name !== null).join(' / ') || '-'
