import { z } from 'zod'
import { SentPassword } from './auth.ts'
import { clearable, Id, RowVersion, unlimited } from './request-fields.ts'

const longestName = 64
/** More than any place has: a client that sends the whole row back must be able to send all of them. */
const mostAccounts = 20_000
const domainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
export const defaultSeats = 5

/** Return the problem of a field, by its message in `problems.ts`. */
const nameProblem = (name: string): 'siteName' | null => (name.trim() === '' ? 'siteName' : null)
const domainProblem = (domain: string): 'siteDomain' | 'domainForm' | null =>
  domain.trim() === '' ? 'siteDomain' : domainPattern.test(domain.trim()) ? null : 'domainForm'
const saidBy = (problem: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const message = problem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
}

const Text = clearable(z.string().trim().max(longestName))
const address = { province: Text, city: Text, region: Text }

/** Missing = unchanged; "" or null = removed. */
const picture = z.preprocess((value) => (value === '' || value === 0 ? null : value), Id.nullish())
const pictures = { picId: picture, smallPicId: picture }

/** The documented fields of a site; free seats are only in the response. */
const site = {
  name: z.string().trim().max(longestName).superRefine(saidBy(nameProblem)),
  domain: z.string().trim().max(longestName).superRefine(saidBy(domainProblem)),
  ...address,
  ...pictures,
  /** User seats. */
  totalNumber: unlimited(z.coerce.number().int().min(0).max(100_000)),
  /** The sub-accounts at the site; missing = unchanged. */
  accounts: unlimited(z.array(Id).max(mostAccounts)),
}
/** A missing field has the same error text as an empty one. */
export const SiteSave = z.object({
  ...site,
  name: site.name.prefault(''),
  domain: site.domain.prefault(''),
  superCompanyId: unlimited(Id),
})
export type SiteSave = z.output<typeof SiteSave>
/** The superior of a new place is required; it never changes later. */
const above = (isNew: boolean) => ({ above: isNew ? Id : z.unknown() })
export const siteForm = (isNew: boolean) =>
  SiteSave.extend({
    totalNumber: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/),
    ...above(isNew),
  })
/**
 * Missing fields keep their stored values. A site stays below its superior, because its machines and their history
 * belong to that base. A client that sends the whole row back includes the superior (null = none); another one is
 * refused.
 */
export const SiteUpdate = z.object({
  ...site,
  name: site.name.optional(),
  domain: site.domain.optional(),
  superCompanyId: z.preprocess((value) => (value === '' ? undefined : value === 0 ? null : value), Id.nullish()),
  id: Id,
  rowVersion: RowVersion,
})
export type SiteUpdate = z.output<typeof SiteUpdate>

const client = {
  name: z.string().trim().min(1).max(longestName),
  ...address,
  ...pictures,
  /**
   * The documented form has them in both requests; here they must be the client's present ones: another list is
   * refused.
   */
  accounts: unlimited(z.array(Id).max(mostAccounts)),
}
/** `companyId` = the base of the client. */
export const ClientSave = z.object({ ...client, companyId: unlimited(Id) })
export type ClientSave = z.output<typeof ClientSave>
export const clientForm = (isNew: boolean) =>
  ClientSave.extend({ name: z.string().trim().min(1, 'places.clientName.missing').max(longestName), ...above(isNew) })
/** A client program that sends the whole row back includes its own base; another one is refused. */
export const ClientUpdate = z.object({
  ...client,
  name: client.name.optional(),
  companyId: unlimited(Id),
  id: Id,
  rowVersion: RowVersion,
})
export type ClientUpdate = z.output<typeof ClientUpdate>

/**
 * A sub-account stays with its client, because its machines and their history belong to that client. `siteId` null = no
 * site.
 */
const account = {
  name: z.string().trim().min(1).max(longestName),
  siteId: z.preprocess((value) => (value === '' || value === 0 ? null : value), Id.nullish()),
}
export const AccountSave = z.object({ ...account, clientId: Id })
export type AccountSave = z.output<typeof AccountSave>
/** A client program that sends the whole row back includes its own client; another one is refused. */
export const AccountUpdate = z.object({
  ...account,
  name: account.name.optional(),
  clientId: unlimited(Id),
  id: Id,
  rowVersion: RowVersion,
})
export type AccountUpdate = z.output<typeof AccountUpdate>

/** A deletion requires the password again, encrypted as at sign-in; the terminal needs none. */
export const PlaceDelete = z.object({ id: Id, password: unlimited(SentPassword) })
export type PlaceDelete = z.output<typeof PlaceDelete>
