import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { defaultPageSize, maxPage, pageSizes } from '#shared/paging.ts'

/** Page, size and a few texts of a list, as the address says them. */
export type AddressView<Name extends string> = { page: number; size: number } & Partial<Record<Name, string>>

const read = <Name extends string>(search: string, names: readonly Name[]): AddressView<Name> => {
  const parameters = new URLSearchParams(search)
  const number = (name: string) => (/^\d{1,6}$/.test(parameters.get(name) ?? '') ? Number(parameters.get(name)) : 0)
  const page = number('page')
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = parameters.get(name)?.trim()
    if (text) texts[name] = text
  }
  return { page: page >= 1 && page <= maxPage ? page : 1, size: pageSizes.find((size) => size === number('size')) ?? defaultPageSize, ...texts }
}

/** The view that the address holds, and the one way to change it: by a new address. `names` stays the same array. */
export function useAddress<Name extends string>(
  names: readonly Name[],
): { view: AddressView<Name>; change: (patch: { page?: number; size?: number } & { [Key in Name]?: string | undefined }) => void } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => read(search, names), [search, names])
  const change = useCallback(
    (patch: object) => {
      const parameters = new URLSearchParams()
      const next: Record<string, unknown> = { ...view, ...patch }
      for (const [name, value] of Object.entries(next)) {
        const usual = (name === 'page' && value === 1) || (name === 'size' && value === defaultPageSize)
        if (value !== undefined && value !== '' && !usual) parameters.set(name, String(value))
      }
      const text = parameters.toString()
      navigate(text === '' ? path : `${path}?${text}`)
    },
    [navigate, path, view],
  )
  return { view, change }
}
