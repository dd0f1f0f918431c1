import { type Day, isDay } from '#shared/dates.ts'
import { maxPage, pageSizes } from '#shared/paging.ts'

/**
 * A part of an address that the screen does not understand, so that it can say so instead of silently showing more than
 * was requested.
 */
export type UnknownPart = { name: string; value: string }

/** The parameters of every screen: `active` hides the frame (bare.ts), `row` is the opened row of a list. */
const everywhere: readonly string[] = ['active', 'row']

/**
 * Read an address (its part after `?`), and record the parts that were not understood. Every list reads its address
 * with this.
 */
export function readAddress(search: string | URLSearchParams) {
  const parameters = new URLSearchParams(search)
  const unknown = new Map<string, string>()
  const readNames = new Set(everywhere)
  const read = <Value>(name: string, parse: (value: string) => Value | undefined): Value | undefined => {
    readNames.add(name)
    const value = parameters.get(name)?.trim()
    if (!value) return undefined
    // No name and no serial contains a control character, and the server would only refuse it.
    const parsed = /\p{Cc}/u.test(value) ? undefined : parse(value)
    if (parsed === undefined) unknown.set(name, value)
    return parsed
  }
  const number = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined)
  const text = (name: string): string | undefined => read(name, (value) => value)
  return {
    /**
     * Return the values that were not understood and the names that were not read; call it last. `also` = names that
     * other parts of the screen read.
     */
    leftOut: (also: readonly string[] = []): UnknownPart[] => {
      for (const name of also) readNames.add(name)
      for (const name of new Set(parameters.keys())) if (!readNames.has(name)) read(name, () => undefined)
      return [...unknown].map(([name, value]) => ({ name, value }))
    },
    read,
    text,
    /** An incomplete range, or one that ends before it starts, does not filter. */
    range: (): readonly [Day, Day] | null => {
      const [from, to] = [text('from'), text('to')]
      if (from && to && isDay(from) && isDay(to) && from <= to) return [from, to]
      for (const name of ['from', 'to']) read(name, () => undefined)
      return null
    },
    oneOf: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      read(name, (text) => values.find((value) => value === text)),
    orderWay: () => read('orderWay', (value) => (['asc', 'desc'] as const).find((way) => way === value.toLowerCase())),
    page: () =>
      read('page', (value) => [number(value)].find((page) => page !== undefined && page >= 1 && page <= maxPage)) ?? 1,
    /** `usual` = the default size of this list, which other lists need not offer. */
    size: (usual: number): number =>
      read('size', (value) => [usual, ...pageSizes].find((size) => size === number(value))) ?? usual,
  }
}
