import { z } from 'zod'
import { SentPassword } from './auth.ts'
import { clearable, Id, RowVersion, unlimited } from './request-fields.ts'

const longestName = 64
const domainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
export const defaultSeats = 5

/** What is wrong with a field, by its message in `problems.ts`. */
const nameProblem = (name: string): 'siteName' | null => (name.trim() === '' ? 'siteName' : null)
const domainProblem = (domain: string): 'siteDomain' | 'domainForm' | null =>
  domain.trim() === '' ? 'siteDomain' : domainPattern.test(domain.trim()) ? null : 'domainForm'
const saidBy = (problem: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const message = problem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
}

const Text = clearable(z.string().trim().max(longestName))
const address = { province: Text, city: Text, region: Text }

/** Not sent = as it is; "" or null = taken out. */
const picture = z.preprocess((value) => (value === '' || value === 0 ? null : value), Id.nullish())
const pictures = { picId: picture, smallPicId: picture }

/** The documented fields of a site; the free seats are answered, not taken. */
const site = {
  name: z.string().trim().max(longestName).superRefine(saidBy(nameProblem)),
  domain: z.string().trim().max(longestName).superRefine(saidBy(domainProblem)),
  ...address,
  ...pictures,
  /** User seats. */
  totalNumber: unlimited(z.coerce.number().int().min(0).max(100_000)),
  /** The sub-accounts that are on it; not sent = as they are. */
  accounts: unlimited(z.array(Id).max(1_000)),
}
/** What is left out is told by the same words as what is left empty. */
export const SiteSave = z.object({
  ...site,
  name: site.name.prefault(''),
  domain: site.domain.prefault(''),
  superCompanyId: unlimited(Id),
})
export type SiteSave = z.output<typeof SiteSave>
/** What is above a new place is chosen; a place stays where it was made. */
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
 * What is not sent stays. A site stays below its superior: its machines and their history belong to that base. Anyone who sends the whole
 * row back names it (null = below none); another one is refused.
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
  /** The form of the documents has them for both; here they are those that the client has: another list is refused. */
  accounts: unlimited(z.array(Id).max(1_000)),
}
/** `companyId` = the base that it belongs to. */
export const ClientSave = z.object({ ...client, companyId: unlimited(Id) })
export type ClientSave = z.output<typeof ClientSave>
export const clientForm = (isNew: boolean) =>
  ClientSave.extend({ name: z.string().trim().min(1, 'places.clientName.missing').max(longestName), ...above(isNew) })
/** Anyone who sends the whole row back names its own base; another one is refused. */
export const ClientUpdate = z.object({
  ...client,
  name: client.name.optional(),
  companyId: unlimited(Id),
  id: Id,
  rowVersion: RowVersion,
})
export type ClientUpdate = z.output<typeof ClientUpdate>

/** A sub-account stays with its client: its machines and their history belong to that client. `siteId` null = on no site. */
const account = {
  name: z.string().trim().min(1).max(longestName),
  siteId: z.preprocess((value) => (value === '' || value === 0 ? null : value), Id.nullish()),
}
export const AccountSave = z.object({ ...account, clientId: Id })
export type AccountSave = z.output<typeof AccountSave>
/** Anyone who sends the whole row back names its own client; another one is refused. */
export const AccountUpdate = z.object({
  ...account,
  name: account.name.optional(),
  clientId: unlimited(Id),
  id: Id,
  rowVersion: RowVersion,
})
export type AccountUpdate = z.output<typeof AccountUpdate>

/** Deleting asks for the password again, wrapped as at sign-in; the terminal needs none. */
export const PlaceDelete = z.object({ id: Id, password: unlimited(SentPassword) })
export type PlaceDelete = z.output<typeof PlaceDelete>
