import type { Request } from 'express'
import type { LoadClass } from '#server/load/load-classes.ts'
import { isStream, loadOf, loadOfAll } from '#server/load/load-of.ts'
import { createMatcher } from '#server/rest/match.ts'
import { routes } from '#server/rest/routes.ts'
import type { Door } from './shed.ts'

/** The class of a request, derived from its method and path. */
export type Asked = {
  load: LoadClass
  name: string
  calls: number
  door: Door
  isStream: boolean
  /** The row of the REST interface, a label of the metrics. */
  route: string | null
}

/** Maximum number of calls in one batch; a larger batch is refused later. */
const mostCalls = 10
const match = createMatcher(routes)
const storedFile = /^\/(images|videos|pdfs)\//i

const usual = { calls: 1, door: { form: 'envelope' }, isStream: false, route: null } as const

function restCall(request: Request): Asked {
  try {
    const row = match(request.method, request.path.slice('/api'.length))?.row
    if (row) {
      const { procedure: name, path } = row
      return { load: loadOf(name), name, calls: 1, door: usual.door, isStream: false, route: `/api${path}` }
    }
  } catch {
    // A malformed path is refused by the REST handler, with the reason.
  }
  return { ...usual, load: 'reading', name: '/api' }
}

/** Decode a name; a malformed one becomes an unknown name, which the tRPC handler refuses. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function trpcCall(request: Request): Asked {
  const names = decoded(request.path.slice('/trpc/'.length)).split(',', mostCalls)
  const [name = ''] = names
  const isBatch = names.length > 1 || /[?&]batch=1(&|$)/.test(request.url)
  return {
    ...usual,
    load: loadOfAll(names),
    name,
    calls: names.length,
    door: { form: 'trpc', batch: isBatch ? names.length : null },
    isStream: isStream(name),
  }
}

/**
 * Classify a request without its headers and body. Pages, scripts and pictures have the class of signing in: nobody can
 * sign in without them.
 */
export function askedOf(request: Request): Asked {
  const path = request.path.toLowerCase()
  if (path.startsWith('/trpc/')) return trpcCall(request)
  if (path.startsWith('/api/')) return restCall(request)
  return storedFile.test(path)
    ? { ...usual, load: 'reading', name: '/files' }
    : { ...usual, load: 'session', name: '/pages' }
}
