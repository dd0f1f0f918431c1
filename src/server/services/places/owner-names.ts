import type { DeviceSet } from '#server/db/device-set.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import type { OwnerIds, OwnerNames } from '#shared/ownership.ts'
import type { PlaceBook } from './place-book.ts'

/** The reader of owner names, with the names that the reader may see. */
export type NameReader = {
  book: PlaceBook
  set: Pick<DeviceSet, 'everything' | 'companyIds' | 'siteIds' | 'clientId' | 'accountId'>
  language: Language
}

/**
 * Return the names of an owner that the reader may see. A client or a sub-account sees no other's name, and no site
 * where its machines were; a base sees nothing of another base. A hidden name is replaced by a generic word.
 */
export function namesOf({ book, set, language }: NameReader, owner: OwnerIds): OwnerNames {
  const { companyId, siteId, clientId, accountId } = owner
  const hidden = { company: null, site: null, client: null, account: null }
  if (set.clientId !== null || set.accountId !== null) {
    const ownClient = set.clientId ?? book.accounts.get(set.accountId ?? 0)?.clientId
    if (clientId !== ownClient)
      return { ...hidden, client: clientId === 0 ? null : word(language, 'transfer.anotherClient') }
    if (set.accountId !== null && accountId !== set.accountId)
      return {
        ...hidden,
        client: book.clients.get(clientId)?.name ?? null,
        account: accountId === 0 ? null : word(language, 'transfer.anotherAccount'),
      }
  } else if (!set.everything && !set.companyIds.includes(companyId))
    return { ...hidden, company: word(language, 'transfer.anotherBase') }
  else if (set.siteIds !== null && siteId !== 0 && !set.siteIds.includes(siteId)) {
    return {
      ...hidden,
      company: book.companies.get(companyId)?.name ?? null,
      site: word(language, 'transfer.anotherSite'),
    }
  }
  return {
    company: book.companies.get(companyId)?.name ?? null,
    site: book.companies.get(siteId)?.name ?? null,
    client: book.clients.get(clientId)?.name ?? null,
    account: book.accounts.get(accountId)?.name ?? null,
  }
}
