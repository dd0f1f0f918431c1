import { setTimeout as wait } from 'node:timers/promises'
import type { RequestHandler, Response } from 'express'
import type { OpenDatabase } from '#server/db/open.ts'
import { mostSilentMs } from '#server/db/watchdog.ts'

const patienceMs = 2_000
/** The embedded engine answers within a millisecond, unless somebody holds its one connection: no need to keep a probe waiting. */
const embeddedPatienceMs = 400
const retrySeconds = '5'

export type Asked = Pick<OpenDatabase, 'ping' | 'embedded'>

const say = (response: Response, status: number, state: string) => {
  if (status === 503) response.set('Retry-After', retrySeconds)
  response.status(status).set('Cache-Control', 'no-store').json({ status: state })
}

/** The process answers. */
export const healthz: RequestHandler = (_request, response) => say(response, 200, 'ok')

/**
 * The embedded engine has one connection, so a feed, a backup or a restore of our own holds it for a while: requests wait their turn and
 * are served, here and nowhere else. What does not answer at all is the watchdog's, by the same measure.
 */
function isBusy({ embedded }: Asked): boolean {
  if (!embedded) return false
  const { waiting, answeredAt, maintaining } = embedded.progress()
  return maintaining || waiting === 0 || Date.now() - answeredAt < mostSilentMs
}

/**
 * Send requests here: the database answers (its schema was brought up to date at start), or is at work for us, and the process is not
 * stopping.
 */
export function createReadyz(database: Asked, draining: () => boolean): RequestHandler {
  let asking: Promise<'ready' | 'busy' | 'database'> | null = null
  const ask = async () => {
    const cancel = new AbortController()
    try {
      const patience = database.embedded ? embeddedPatienceMs : patienceMs
      const answered = await Promise.race([database.ping().then(() => true), wait(patience, false, { signal: cancel.signal, ref: false })])
      if (answered) return 'ready'
      return isBusy(database) ? 'busy' : 'database'
    } catch {
      return 'database'
    } finally {
      cancel.abort()
      asking = null
    }
  }
  return async (_request, response) => {
    if (draining()) return say(response, 503, 'stopping')
    asking ??= ask()
    const state = await asking
    if (draining()) return say(response, 503, 'stopping')
    say(response, state === 'database' ? 503 : 200, state)
  }
}
