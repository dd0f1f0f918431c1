import { setTimeout as wait } from 'node:timers/promises'
import type { RequestHandler, Response } from 'express'
import type { OpenDatabase } from '#server/db/open.ts'

const patienceMs = 2_000
const retrySeconds = '5'

const say = (response: Response, status: number, state: string) => {
  if (status === 503) response.set('Retry-After', retrySeconds)
  response.status(status).set('Cache-Control', 'no-store').json({ status: state })
}

/** The process answers. */
export const healthz: RequestHandler = (_request, response) => say(response, 200, 'ok')

/** Send requests here: the database answers (its schema was brought up to date at start) and the process is not stopping. */
export function createReadyz(database: Pick<OpenDatabase, 'ping'>, draining: () => boolean): RequestHandler {
  let asking: Promise<boolean> | null = null
  const ask = async () => {
    const cancel = new AbortController()
    try {
      return await Promise.race([database.ping().then(() => true), wait(patienceMs, false, { signal: cancel.signal, ref: false })])
    } catch {
      return false
    } finally {
      cancel.abort()
      asking = null
    }
  }
  return async (_request, response) => {
    if (draining()) return say(response, 503, 'stopping')
    asking ??= ask()
    const answered = await asking
    if (draining()) return say(response, 503, 'stopping')
    say(response, answered ? 200 : 503, answered ? 'ready' : 'database')
  }
}
