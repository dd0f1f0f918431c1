import { maxPage, pageSizes } from '#shared/paging.ts'
import type { Sort } from './table.tsx'

export type Inner = { page: number; size: number; sort: Sort | null }

/** Read the page and order of an inner list from the parameters whose names begin with its name. */
export function readInner(parameters: URLSearchParams, name: string, firstSize: number): Inner {
  const number = (part: string) =>
    /^\d{1,6}$/.test(parameters.get(name + part) ?? '') ? Number(parameters.get(name + part)) : 0
  const column = parameters.get(`${name}By`)
  return {
    page: Math.min(maxPage, Math.max(1, number('Page'))),
    size: pageSizes.find((size) => size === number('Size')) ?? firstSize,
    sort: column ? { column, way: parameters.get(`${name}Way`) === 'desc' ? 'desc' : 'asc' } : null,
  }
}

/** Write them into an address; defaults are left out, all other parameters are kept. */
export function writeInner(
  parameters: URLSearchParams,
  name: string,
  firstSize: number,
  { page, size, sort }: Inner,
): URLSearchParams {
  const next = new URLSearchParams(parameters)
  const put = (part: string, value: string | null) =>
    value === null ? next.delete(name + part) : next.set(name + part, value)
  put('Page', page === 1 ? null : String(page))
  put('Size', size === firstSize ? null : String(size))
  put('By', sort?.column ?? null)
  put('Way', sort?.way === 'desc' ? 'desc' : null)
  return next
}
