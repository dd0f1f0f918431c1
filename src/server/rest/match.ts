import { checkText } from '#server/bodies/json-text.ts'
import { AppError } from '#shared/errors.ts'
import type { Route } from './route.ts'

export type Match = { row: Route; params: Record<string, string> }

const segmentsOf = (path: string) => path.replace(/\/$/, '').split('/').slice(1)

function decode(segment: string): string {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch {
    throw new AppError('VALIDATION', { field: 'path', problem: 'problem.percent' })
  }
  checkText(text, 'path')
  return text
}

/**
 * Create a function that finds the row of a request in any letter case, with or without a trailing slash. Literal paths
 * are looked up in a map; the few with parameters are tried by their number of segments. HEAD is answered as GET.
 */
export function createMatcher(rows: readonly Route[]): (method: string, path: string) => Match | null {
  /** By method and path as declared, with and without a trailing slash, and the lower-case form of both. */
  const literal = new Map<string, Route>()
  const byLength = new Map<string, { row: Route; pattern: string[] }[]>()
  for (const row of rows) {
    if (!row.path.includes(':'))
      for (const path of [row.path, row.path.toLowerCase()])
        for (const end of ['', '/']) literal.set(`${row.method} ${path}${end}`, row)
    else {
      const pattern = segmentsOf(row.path)
      const key = `${row.method} ${pattern.length}`
      byLength.set(key, [...(byLength.get(key) ?? []), { row, pattern }])
    }
  }
  return (asked, path) => {
    // Node sends the head of the same response. Source: RFC 9110, 9.3.2
    const method = asked === 'HEAD' ? 'GET' : asked
    const row = literal.get(`${method} ${path}`) ?? literal.get(`${method} ${path.toLowerCase()}`)
    if (row) return { row, params: {} }
    const segments = segmentsOf(path)
    for (const candidate of byLength.get(`${method} ${segments.length}`) ?? []) {
      const fits = candidate.pattern.every(
        (part, index) => part.startsWith(':') || part.toLowerCase() === segments[index]?.toLowerCase(),
      )
      if (!fits) continue
      const named = candidate.pattern
        .map((part, index): [string, string] => [part, segments[index] ?? ''])
        .filter(([part]) => part.startsWith(':'))
      return {
        row: candidate.row,
        params: Object.fromEntries(named.map(([part, segment]) => [part.slice(1), decode(segment)])),
      }
    }
    return null
  }
}
