import { trpc } from '#client/trpc.ts'
import { type ChoiceOptions, type ChoiceRequest, useChoices } from '#client/ui/list/choices.ts'

type OfBase = { companyId: number | undefined }
const useClients = (request: ChoiceRequest & OfBase, options: ChoiceOptions) =>
  trpc.clients.find.useQuery(request, options)
const useSites = (request: ChoiceRequest & OfBase, options: ChoiceOptions) => trpc.sites.find.useQuery(request, options)
// An account that an old link names may be gone, which the list beside says already.
const useAccounts = (request: ChoiceRequest & { clientId: number | undefined }, options: ChoiceOptions) =>
  trpc.accounts.find.useQuery(request, { ...options, meta: { silent: 'NOT_FOUND' } })

/** Those of one base, or all that the caller sees. */
export const useClientChoices = (companyId?: number) => useChoices(useClients, { companyId })
/** Those of one base, or all that the caller sees. */
export const useSiteChoices = (companyId?: number) => useChoices(useSites, { companyId })
/** Accounts follow the chosen client. */
export const useAccountChoices = (clientId: number | undefined) => useChoices(useAccounts, { clientId })
