import { trpc } from '#client/trpc.ts'
import { dropdownSize } from '#shared/paging.ts'

const staleTime = 60_000

/** Towns to choose from, by name. */
export function useTownChoices(): { options: { value: number; label: string }[]; loading: boolean } {
  const towns = trpc.towns.find.useQuery({ page: 1, size: dropdownSize }, { staleTime })
  return {
    options: (towns.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    loading: towns.isLoading,
  }
}
