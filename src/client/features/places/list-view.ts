import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { camelCase, defaultPageSize, maxPage, pageSizes } from '#shared/paging.ts'

/** What a list of places shows; it lives in the address. */
export type ListView<Column extends string> = {
  name: string | undefined
  province: string | undefined
  orderColumn: Column | undefined
  orderWay: 'asc' | 'desc' | undefined
  page: number
  size: number
}

/** The view that an address asks for; what it does not understand stays as it is by default. */
export function readList<Column extends string>(
  parameters: URLSearchParams,
  columns: readonly Column[],
  usualSize: number = defaultPageSize,
): ListView<Column> {
  const text = (name: string) => parameters.get(name)?.trim() || undefined
  const number = (name: string) => (/^\d{1,6}$/.test(parameters.get(name) ?? '') ? Number(parameters.get(name)) : undefined)
  const orderColumn = columns.find((column) => column === camelCase(parameters.get('orderColumn') ?? ''))
  const page = number('page') ?? 1
  return {
    name: text('name'),
    province: text('province'),
    orderColumn,
    orderWay: orderColumn && (parameters.get('orderWay') === 'desc' ? 'desc' : 'asc'),
    page: page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((size) => size === number('size')) ?? usualSize,
  }
}

/** The address part of a view, without whatever is as it is by default; empty or with a leading `?`. */
export function writeList<Column extends string>(view: ListView<Column>, usualSize: number = defaultPageSize): string {
  const parameters = new URLSearchParams()
  if (view.name) parameters.set('name', view.name)
  if (view.province) parameters.set('province', view.province)
  if (view.orderColumn) {
    parameters.set('orderColumn', view.orderColumn)
    parameters.set('orderWay', view.orderWay ?? 'asc')
  }
  if (view.page !== 1) parameters.set('page', String(view.page))
  if (view.size !== usualSize) parameters.set('size', String(view.size))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** The view of a list of places, and the one way to change it: by a new address. `usualSize` = rows a page unless the address says otherwise. */
export function useListView<Column extends string>(
  columns: readonly Column[],
  usualSize: number = defaultPageSize,
): { view: ListView<Column>; change: (patch: Partial<ListView<Column>>) => void } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readList(new URLSearchParams(search), columns, usualSize), [search, columns, usualSize])
  const change = useCallback(
    (patch: Partial<ListView<Column>>) => navigate(`${path}${writeList({ ...view, ...patch }, usualSize)}`),
    [navigate, path, view, usualSize],
  )
  return { view, change }
}
