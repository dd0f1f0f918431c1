import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Choice } from '#client/ui/select.tsx'
import { dropdownSize, type Page } from '#shared/paging.ts'

/** Names rarely change; a dropdown does not refetch them within a minute. */
const staleTime = 60_000

/** Rows to choose from. */
export type Choices = {
  options: Choice<number>[]
  loading: boolean
  /** Only present if there are more rows than one request returns; otherwise the dropdown filters its own options. */
  search?: ((text: string) => void) | undefined
}
export type ChoiceRequest = { page: number; size: number; name: string }
export type ChoiceOptions = { staleTime: number; enabled?: boolean; placeholderData?: typeof keepPreviousData }
type Answer<Row> = { data: Page<Row> | undefined; isFetching: boolean }

/**
 * Return the rows of a list by name: the first ones, or the search results if one request does not return all.
 * `useFind` queries the list, `narrowed` = further parameters of its request.
 */
export function useChoices<Row extends { id: number; name: string }, Narrowed extends object>(
  useFind: (request: ChoiceRequest & Narrowed, options: ChoiceOptions) => Answer<Row>,
  narrowed: Narrowed,
): Choices & { rowOf: (id: number) => Row | undefined } {
  const [text, setText] = useState('')
  const request = (name: string) => ({ page: 1, size: dropdownSize, name, ...narrowed })
  const first = useFind(request(''), { staleTime })
  const found = useFind(request(text), { staleTime, enabled: text !== '', placeholderData: keepPreviousData })
  const many = (first.data?.totalCount ?? 0) > dropdownSize
  const shown = many && text !== '' ? found : first
  const rows = shown.data?.data
  const options = useMemo(() => (rows ?? []).map(({ id, name }) => ({ value: id, label: name })), [rows])
  return {
    options,
    loading: shown.isFetching && !shown.data,
    search: many ? setText : undefined,
    rowOf: (id) => [...(found.data?.data ?? []), ...(first.data?.data ?? [])].find((row) => row.id === id),
  }
}
