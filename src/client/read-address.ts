import { maxPage, pageSizes } from '#shared/paging.ts'

/** A part of an address that means nothing here, so that the screen can say so instead of quietly showing more than was asked. */
export type UnknownPart = { name: string; value: string }

/** Reads an address (its part after `?`) and keeps what of it was not understood. Every list reads its address with this. */
export function readAddress(search: string | URLSearchParams) {
  const parameters = new URLSearchParams(search)
  const unknown: UnknownPart[] = []
  const read = <Value>(name: string, parse: (value: string) => Value | undefined): Value | undefined => {
    const value = parameters.get(name)?.trim()
    if (!value) return undefined
    const parsed = parse(value)
    if (parsed === undefined) unknown.push({ name, value })
    return parsed
  }
  const number = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined)
  return {
    unknown,
    read,
    text: (name: string): string | undefined => read(name, (value) => value),
    oneOf: <Value extends string>(name: string, values: readonly Value[]): Value | undefined => read(name, (text) => values.find((value) => value === text)),
    orderWay: () => read('orderWay', (value) => (['asc', 'desc'] as const).find((way) => way === value.toLowerCase())),
    page: () => read('page', (value) => [number(value)].find((page) => page !== undefined && page >= 1 && page <= maxPage)) ?? 1,
    /** `usual` = the size that this list has by itself, which need not be one that others offer. */
    size: (usual: number): number => read('size', (value) => [usual, ...pageSizes].find((size) => size === number(value))) ?? usual,
  }
}
