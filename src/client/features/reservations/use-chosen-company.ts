import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { dropdownSize } from '#shared/paging.ts'

export type ChosenCompany = {
  /** null while the companies are loading. */
  companyId: number | null
  options: { value: number; label: string }[]
  loading: boolean
}

/**
 * The company of a board: the one in the address, else the person's own. Headquarters receives no tankers, so its
 * default is the first base.
 */
export function useChosenCompany(requestedId: number | undefined): ChosenCompany {
  const session = useSession()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdownSize })
  const list = companies.data?.data ?? []
  const own = list.find(({ id }) => id === session.companyId)
  const bases = list.filter(({ kind }) => kind === 'base')
  const inside =
    own?.kind === 'headquarters'
      ? bases
      : bases.filter(({ id, superCompanyId }) => id === session.companyId || superCompanyId === session.companyId)
  const chosen =
    inside.find(({ id }) => id === requestedId) ?? inside.find(({ id }) => id === session.companyId) ?? inside[0]
  return {
    companyId: companies.data ? (chosen?.id ?? session.companyId) : null,
    options: inside.map(({ id, name }) => ({ value: id, label: name })),
    loading: companies.isLoading,
  }
}
