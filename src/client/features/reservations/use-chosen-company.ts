import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { chosenBase } from '#shared/chosen-base.ts'
import { dropdownSize } from '#shared/paging.ts'

export type ChosenCompany = {
  /** null while the companies are loading. */
  companyId: number | null
  options: { value: number; label: string }[]
  loading: boolean
}

/** The company of a board: the one in the address, else the person's own. */
export function useChosenCompany(requestedId: number | undefined): ChosenCompany {
  const session = useSession()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: dropdownSize })
  const { inside, chosenId } = chosenBase(companies.data?.data ?? [], session.companyId, requestedId)
  return {
    companyId: companies.data ? chosenId : null,
    options: inside.map(({ id, name }) => ({ value: id, label: name })),
    loading: companies.isLoading,
  }
}
