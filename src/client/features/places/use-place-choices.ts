import { trpc } from '#client/trpc.ts'
import { type ChoiceOptions, type ChoiceRequest, useChoices } from '#client/ui/list/choices.ts'

type OfBase = { companyId: number | undefined }
const useClients = (request: ChoiceRequest & OfBase, options: ChoiceOptions) =>
  trpc.clients.find.useQuery(request, options)
const useSites = (request: ChoiceRequest & OfBase, options: ChoiceOptions) => trpc.sites.find.useQuery(request, options)
// An account in an old link may no longer exist; the list on the same page already reports that.
const useAccounts = (request: ChoiceRequest & { clientId: number | undefined }, options: ChoiceOptions) =>
  trpc.accounts.find.useQuery(request, { ...options, meta: { silent: 'NOT_FOUND' } })

/** The clients of one base, or all that the caller sees. */
export const useClientChoices = (companyId?: number) => useChoices(useClients, { companyId })
/** The sites of one base, or all that the caller sees. */
export const useSiteChoices = (companyId?: number) => useChoices(useSites, { companyId })
/** The sub-accounts of the chosen client. */
export const useAccountChoices = (clientId: number | undefined) => useChoices(useAccounts, { clientId })
