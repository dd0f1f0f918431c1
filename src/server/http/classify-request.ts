import type { Request } from 'express'
import type { LoadClass } from '#server/load/classes.ts'
import { isStream, loadOf, loadOfAll } from '#server/load/load-of.ts'
import { createMatcher } from '#server/rest/match.ts'
import { routes } from '#server/rest/routes.ts'
import type { Door } from './shed.ts'

/** What a request is for, as far as its method and path tell. */
export type Asked = {
  load: LoadClass
  name: string
  calls: number
  door: Door
  isStream: boolean /** The row of the REST interface, as the metrics name it. */
  route: string | null
}

/** The server answers no more calls than this in one batch; what asks for more is refused later. */
const mostCalls = 10
const match = createMatcher(routes)
const storedFile = /^\/(images|videos|pdfs)\//i

const usual = { calls: 1, door: { form: 'envelope' }, isStream: false, route: null } as const

function restCall(request: Request): Asked {
  try {
    const row = match(request.method, request.path.slice('/api'.length))?.row
    if (row) return { ...usual, load: loadOf(row.procedure), name: row.procedure, route: `/api${row.path}` }
  } catch {
    // A path that cannot be read is refused behind the door, with what is wrong with it.
  }
  return { ...usual, load: 'reading', name: '/api' }
}

/** A name that does not decode is one that nobody knows; the door behind says so. */
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

/** Reads no header and no body. A page, its scripts and pictures come with signing in: without them nobody can. */
export function askedOf(request: Request): Asked {
  const path = request.path.toLowerCase()
  if (path.startsWith('/trpc/')) return trpcCall(request)
  if (path.startsWith('/api/')) return restCall(request)
  return storedFile.test(path)
    ? { ...usual, load: 'reading', name: '/files' }
    : { ...usual, load: 'session', name: '/pages' }
}
