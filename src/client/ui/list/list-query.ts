import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import type { Page } from '#shared/paging.ts'

/**
 * The query options of every list: the current page stays until the next one is loaded, and the table shows failures
 * itself.
 */
export const listQuery = { placeholderData: keepPreviousData, meta: { silent: true } } as const

/** A query for a page of rows. */
export type ListQuery<Row> = {
  data: Page<Row> | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}
export type Paging = { page: number; size: number }

/** Return the table props for a query. */
export const tableState = <Row>({ data, error, isFetching, isPlaceholderData, refetch }: ListQuery<Row>) => ({
  rows: data?.data,
  fetching: isFetching && (isPlaceholderData || Boolean(error)),
  error: error ? messageOf(error) : null,
  onRetry: () => void refetch(),
})

/**
 * A client or site in the filters that is missing or of another base is not a failure worth a retry: the list is empty,
 * and says why.
 */
export function withoutForeign<Row>(list: ListQuery<Row>): { list: ListQuery<Row>; foreign: boolean } {
  if (codeOf(list.error) !== 'NOT_FOUND') return { list, foreign: false }
  return { list: { ...list, data: { data: [], totalCount: 0 }, error: null }, foreign: true }
}

/** Redirect from a page after the last one, left empty by deleted rows, to the last page. */
export function useLastPage<Row>(
  list: ListQuery<Row>,
  { page, size }: Paging,
  change: (patch: Partial<Paging>, way: { replace: boolean }) => void,
): void {
  const total = list.data?.totalCount
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / size))
  const isBeyond = total !== undefined && !list.isPlaceholderData && page > lastPage
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { replace: true })
  }, [isBeyond, lastPage, change])
}
