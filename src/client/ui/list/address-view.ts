import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { z } from 'zod'
import { useReportIgnoredParts } from '#client/ignored-parts.ts'
import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { camelCase, defaultPageSize } from '#shared/paging.ts'

/**
 * Converts between a view and the query part of an address: `read` also returns the parts that it did not understand.
 */
export type ViewCodec<View> = {
  read: (search: string) => { view: View; unknown: UnknownPart[] }
  write: (view: View) => string
}
/** Replace the entry of the history, or add one; with the state of the entry. */
export type ChangeWay = { replace: boolean; state?: unknown }
export type ChangeView<View> = (patch: Partial<View>, way?: ChangeWay) => void

/**
 * The view in the address, and the only way to change it: by a new address. `codec` must be the same in every render.
 */
export function useAddressView<View extends object>(
  codec: ViewCodec<View>,
): { view: View; change: ChangeView<View>; hrefOf: (patch: Partial<View>) => string } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { view, unknown } = useMemo(() => codec.read(search), [search, codec])
  useReportIgnoredParts(unknown)
  const hrefOf = useCallback(
    (patch: Partial<View>) => `${path}${codec.write({ ...view, ...patch })}`,
    [path, view, codec],
  )
  const change = useCallback<ChangeView<View>>((patch, way) => navigate(hrefOf(patch), way), [navigate, hrefOf])
  return { view, change, hrefOf }
}

/** The view of a list: page, page size and filter values. */
export type ListView<Filters extends z.ZodObject> = z.output<Filters> & { page: number; size: number }

const pairs: readonly (readonly [string, string])[] = [
  ['from', 'to'],
  ['orderColumn', 'orderWay'],
]

/**
 * Return the codec for a list's address: every name of `filters` is a parameter, parsed by its schema; defaults are
 * left out. Two days `from` and `to` are one range, a sort column and its direction one order. `size` = the default
 * page size.
 */
export const listAddress = <Filters extends z.ZodObject>(
  filters: Filters,
  size: number = defaultPageSize,
): ViewCodec<ListView<Filters>> => codecOf<ListView<Filters>>(filters, size)

/** Return the codec for a screen without pages: every name of `filters` is a parameter. */
export const screenAddress = <Filters extends z.ZodObject>(filters: Filters): ViewCodec<z.output<Filters>> =>
  codecOf<z.output<Filters>>(filters, null)

function codecOf<View extends object>(filters: z.ZodObject, size: number | null): ViewCodec<View> {
  const names = Object.keys(filters.shape)
  const schemaOf = (name: string) => filters.shape[name] as unknown as z.ZodType
  const usual: Record<string, unknown> = Object.fromEntries(
    names.map((name) => [name, schemaOf(name).safeParse(undefined).data]),
  )
  const parse = (name: string) => (text: string) =>
    schemaOf(name).safeParse(name === 'orderColumn' ? camelCase(text) : text).data
  return {
    read: (search) => {
      const address = readAddress(search)
      const view: Record<string, unknown> = {}
      for (const name of names) view[name] = address.read(name, parse(name)) ?? usual[name]
      if (names.includes('from')) {
        const parameters = new URLSearchParams(search)
        const days = ['from', 'to'].filter((name) => isDay(parameters.get(name)?.trim() ?? ''))
        // An incomplete range, or one that ends before it starts, does not filter.
        if (days.length === 1 || (days.length === 2 && String(view.from) > String(view.to)))
          for (const name of days) view[name] = address.read(name, () => undefined) ?? usual[name]
      }
      if (names.includes('orderWay'))
        view.orderWay = view.orderColumn === undefined ? undefined : (view.orderWay ?? 'asc')
      if (size !== null) Object.assign(view, { page: address.page(), size: address.size(size) })
      return { view: view as View, unknown: address.leftOut() }
    },
    write: (view) => {
      const now = view as Record<string, unknown>
      const isNothing = (name: string) => now[name] === undefined || now[name] === null || now[name] === ''
      const isUsual = (name: string) => isNothing(name) || now[name] === usual[name]
      const isLeftOut = (name: string) =>
        isNothing(name) || (pairs.find((pair) => pair.includes(name)) ?? [name]).every(isUsual)
      const parameters = new URLSearchParams(
        names.filter((name) => !isLeftOut(name)).map((name) => [name, String(now[name])]),
      )
      if (size !== null && now.page !== 1) parameters.set('page', String(now.page))
      if (size !== null && now.size !== size) parameters.set('size', String(now.size))
      const text = parameters.toString()
      return text === '' ? '' : `?${text}`
    },
  }
}

/** Return the range of a view that has both days. */
export const rangeIn = ({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): [Day, Day] | undefined =>
  from !== undefined && to !== undefined && isDay(from) && isDay(to) ? [from, to] : undefined

/** The dialog that a screen opens on arrival: the history state set by links of the palette or of Today. */
export type Opens =
  | { open: 'export' }
  | { open: 'statement' }
  | { open: 'add' }
  | { open: 'register'; id: number }
  | { open: 'silence'; site: { id: number; name: string } | null }

/** Return the request to open this dialog, if there is one; only once: a reload only shows the screen. */
export function useOpens<Open extends Opens['open']>(open: Open): Extract<Opens, { open: Open }> | null {
  const state = useHistoryState<Opens | null>()
  const wanted = state?.open === open ? (state as Extract<Opens, { open: Open }>) : null
  const [opens, setOpens] = useState<typeof wanted>(null)
  useEffect(() => {
    if (wanted === null) return
    setOpens(wanted)
    history.replaceState(null, '', location.href)
  }, [wanted])
  return opens
}
