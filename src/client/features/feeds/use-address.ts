import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNoteLeftOut } from '#client/left-out.ts'
import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { isDay } from '#shared/dates.ts'
import { defaultPageSize, Id } from '#shared/paging.ts'

/** Page, size and a few texts of a list, as the address says them. */
export type AddressView<Name extends string> = { page: number; size: number } & Partial<Record<Name, string>>

/** What a name of the address may hold, where that is no free text. */
export type Allowed<Name extends string> = Partial<Record<Name, readonly (string | number)[]>>

const idNames = /(^company|^plan|^batch|Id)$/
/** A value that the list cannot use would widen it without a word. */
const usable = (name: string, value: string, values: readonly (string | number)[] | undefined): boolean => {
  if (values?.some((one) => String(one) === value)) return true
  if (name === 'from' || name === 'to' || name === 'day') return isDay(value)
  if (idNames.test(name)) return Id.safeParse(value).success
  return values === undefined
}

/** The view that an address (its part after `?`) asks for, and what of it was not understood. */
export function readTexts<Name extends string>(
  search: string,
  names: readonly Name[],
  allowed: Allowed<Name> = {},
): { view: AddressView<Name>; unknown: UnknownPart[] } {
  const { read, page, size, leftOut } = readAddress(search)
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = read(name, (value) => (usable(name, value, allowed[name]) ? value : undefined))
    if (text !== undefined) texts[name] = text
  }
  const days = (['from', 'to'] as readonly string[]).filter((name): name is Name => isDay(texts[name as Name] ?? ''))
  const [from = '', to = ''] = days.map((name) => texts[name])
  // Half a range, or one that ends before it begins, narrows nothing.
  if (days.length === 1 || from > to) {
    for (const name of days) {
      delete texts[name]
      read(name, () => undefined)
    }
  }
  // These lists have an order of their own and no other.
  for (const name of ['orderColumn', 'orderWay']) read(name, () => undefined)
  return { view: { page: page(), size: size(defaultPageSize), ...texts }, unknown: leftOut() }
}

/** The view that the address holds, and the one way to change it: by a new address. `names` and `allowed` stay the same. */
export function useAddress<Name extends string>(
  names: readonly Name[],
  allowed?: Allowed<Name>,
): { view: AddressView<Name>; change: (patch: { page?: number; size?: number } & { [Key in Name]?: string | undefined }) => void } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { view, unknown } = useMemo(() => readTexts(search, names, allowed), [search, names, allowed])
  useNoteLeftOut(unknown)
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
