import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '#client/trpc.ts'
import type { Choice } from '#client/ui/select.tsx'
import { dropdownSize, type Page } from '#shared/paging.ts'

/** Names change seldom; a dropdown need not ask again within a minute. */
const staleTime = 60_000

export type Choices = {
  options: Choice<number>[]
  loading: boolean
  /** Only when there are more than one load brings; otherwise the dropdown filters what it has. */
  search: ((text: string) => void) | undefined
}
type Answer = { data: Page<{ id: number; name: string }> | undefined; isFetching: boolean }

export function useTyped(): { text: string; setText: (text: string) => void } {
  const [text, setText] = useState('')
  return { text, setText }
}

/** The first names, or those that were searched where one load does not bring all. */
export function useFirstOrFound(first: Answer, found: Answer, text: string, setText: (text: string) => void): Choices {
  const many = (first.data?.totalCount ?? 0) > dropdownSize
  const shown = many && text !== '' ? found : first
  const rows = shown.data?.data
  const options = useMemo(() => (rows ?? []).map(({ id, name }) => ({ value: id, label: name })), [rows])
  return { options, loading: shown.isFetching && !shown.data, search: many ? setText : undefined }
}

const request = (name: string) => ({ page: 1, size: dropdownSize, name })

/** Those of one base, or all that the caller sees. */
export function useClientChoices(companyId?: number): Choices {
  const { text, setText } = useTyped()
  const first = trpc.clients.find.useQuery({ ...request(''), companyId }, { staleTime })
  const found = trpc.clients.find.useQuery({ ...request(text), companyId }, { staleTime, enabled: text !== '', placeholderData: keepPreviousData })
  return useFirstOrFound(first, found, text, setText)
}

/** Those of one base, or all that the caller sees. */
export function useSiteChoices(companyId?: number): Choices {
  const { text, setText } = useTyped()
  const first = trpc.sites.find.useQuery({ ...request(''), companyId }, { staleTime })
  const found = trpc.sites.find.useQuery({ ...request(text), companyId }, { staleTime, enabled: text !== '', placeholderData: keepPreviousData })
  return useFirstOrFound(first, found, text, setText)
}

/** Accounts follow the chosen client. One that an old link names may be gone, which the list beside says already. */
export function useAccountChoices(clientId: number | undefined): Choices {
  const { text, setText } = useTyped()
  const first = trpc.accounts.find.useQuery({ ...request(''), clientId }, { staleTime, meta: { silent: 'NOT_FOUND' } })
  const found = trpc.accounts.find.useQuery(
    { ...request(text), clientId },
    { staleTime, enabled: text !== '', placeholderData: keepPreviousData, meta: { silent: 'NOT_FOUND' } },
  )
  return useFirstOrFound(first, found, text, setText)
}
