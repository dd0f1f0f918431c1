import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNoteLeftOut } from '#client/left-out.ts'
import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { camelCase, defaultPageSize } from '#shared/paging.ts'

/** What a list of places shows; it lives in the address. */
export type ListView<Column extends string> = {
  name: string | undefined
  province: string | undefined
  orderColumn: Column | undefined
  orderWay: 'asc' | 'desc' | undefined
  page: number
  size: number
}

/** The view that an address (its part after `?`) asks for, and what of it was not understood. */
export function readList<Column extends string>(
  search: string,
  columns: readonly Column[],
  usualSize: number = defaultPageSize,
): { view: ListView<Column>; unknown: UnknownPart[] } {
  const { read, text, orderWay, page, size, leftOut } = readAddress(search)
  const orderColumn = read('orderColumn', (value) => columns.find((column) => column === camelCase(value)))
  const way = orderWay()
  const view = {
    name: text('name'),
    province: text('province'),
    orderColumn,
    orderWay: orderColumn && (way ?? 'asc'),
    page: page(),
    size: size(usualSize),
  }
  return { view, unknown: leftOut() }
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
  const { view, unknown } = useMemo(() => readList(search, columns, usualSize), [search, columns, usualSize])
  useNoteLeftOut(unknown)
  const change = useCallback(
    (patch: Partial<ListView<Column>>) => navigate(`${path}${writeList({ ...view, ...patch }, usualSize)}`),
    [navigate, path, view, usualSize],
  )
  return { view, change }
}
