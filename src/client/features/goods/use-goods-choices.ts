import { keepPreviousData } from '@tanstack/react-query'
import { type Choices, useFirstOrFound, useTyped } from '#client/features/devices/use-choices.ts'
import { trpc } from '#client/trpc.ts'
import { dropdownSize } from '#shared/paging.ts'

const staleTime = 60_000
const request = (name: string) => ({ page: 1, size: dropdownSize, name })

/** Goods to choose from; `unitOf` = the unit in which one of them is counted. */
export function useMaterialChoices(): Choices & { unitOf: (id: number) => string | null } {
  const { text, setText } = useTyped()
  const first = trpc.materials.find.useQuery(request(''), { staleTime })
  const found = trpc.materials.find.useQuery(request(text), { staleTime, enabled: text !== '', placeholderData: keepPreviousData })
  const choices = useFirstOrFound(first, found, text, setText)
  const unitOf = (id: number) => [...(found.data?.data ?? []), ...(first.data?.data ?? [])].find((row) => row.id === id)?.unit ?? null
  return { ...choices, unitOf }
}

export function useMaterialTypeChoices(): Choices {
  const { text, setText } = useTyped()
  const first = trpc.materialTypes.find.useQuery(request(''), { staleTime })
  const found = trpc.materialTypes.find.useQuery(request(text), { staleTime, enabled: text !== '', placeholderData: keepPreviousData })
  return useFirstOrFound(first, found, text, setText)
}

export function useModelChoices(): Choices {
  const { text, setText } = useTyped()
  const first = trpc.models.find.useQuery(request(''), { staleTime })
  const found = trpc.models.find.useQuery(request(text), { staleTime, enabled: text !== '', placeholderData: keepPreviousData })
  return useFirstOrFound(first, found, text, setText)
}
