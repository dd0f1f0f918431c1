import { setTimeout as wait } from 'node:timers/promises'
import type { RequestHandler, Response } from 'express'
import type { OpenDatabase } from '#server/db/opened.ts'
import { mostSilentMs } from '#server/db/watchdog.ts'
import type { WriteProblem } from '#server/db/write-problem.ts'

const patienceMs = 2_000
/** Maximum wait, in ms: the embedded engine answers within a millisecond unless its one connection is in use. */
const embeddedPatienceMs = 400
const retrySeconds = '5'

/** A business day of the clock that was not opened; `known` is the newest day in the database. */
type Doubt = { today: string; known: string } | null
const doubtful = ({ today, known }: NonNullable<Doubt>) =>
  `The clock of this machine says ${today}, the newest business day is ${known}: no day is opened until the clock is right, or a feed of that day is confirmed.`

export type Asked = Pick<OpenDatabase, 'ping' | 'writeProblem' | 'embedded' | 'replica'>

const say = (response: Response, status: number, state: string, more: object = {}) => {
  if (status === 503) response.set('Retry-After', retrySeconds)
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ status: state, ...more })
}

/** The problem and the way to recover. */
const writeProblems: Readonly<Record<WriteProblem, string>> = {
  readOnly:
    'The database takes no writes (a standby, or default_transaction_read_only): reads are served; make it writable, or let DATABASE_URL lead to the primary.',
  diskFull: 'The disk of the database is full: reads are served; make room on it, writes begin again by themselves.',
}
type Readiness = { state: 'ready' | 'busy' | 'database' } | { state: 'cannot write'; problem: string }

/** Report that the process responds. */
export const healthz: RequestHandler = (_request, response) => say(response, 200, 'ok')

/**
 * Return whether the embedded engine is busy: during an own feed, backup or restore, its one connection is in use, but
 * requests wait and are served. An engine that does not respond at all is detected by the watchdog with the same
 * measure.
 */
function isBusy({ embedded }: Asked): boolean {
  if (!embedded) return false
  const { waiting, answeredAt, maintaining } = embedded.progress()
  return maintaining || waiting === 0 || Date.now() - answeredAt < mostSilentMs
}

/**
 * Report "ready" when the database responds (its schema was migrated at start) or is busy with our own work, and the
 * process is not stopping. A read-only database is reported but still "ready": reads are served, and no other process
 * has another database.
 */
export function createReadyz(
  database: Asked,
  draining: () => boolean,
  doubt: () => Doubt = () => null,
): RequestHandler {
  let asking: Promise<Readiness> | null = null
  const look = async (): Promise<Readiness> => {
    await database.ping()
    const problem = await database.writeProblem()
    return problem ? { state: 'cannot write', problem: writeProblems[problem] } : { state: 'ready' }
  }
  const ask = async (): Promise<Readiness> => {
    const cancel = new AbortController()
    try {
      const patience = database.embedded ? embeddedPatienceMs : patienceMs
      const answered = await Promise.race([look(), wait(patience, null, { signal: cancel.signal, ref: false })])
      return answered ?? { state: isBusy(database) ? 'busy' : 'database' }
    } catch {
      return { state: 'database' }
    } finally {
      cancel.abort()
      asking = null
    }
  }
  return async (_request, response) => {
    if (draining()) return say(response, 503, 'stopping')
    asking ??= ask()
    const { state, ...problem } = await asking
    if (draining()) return say(response, 503, 'stopping')
    const replica = database.replica ? { replica: database.replica.state() } : {}
    const inDoubt = doubt()
    const clock = inDoubt ? { clock: doubtful(inDoubt) } : {}
    say(response, state === 'database' ? 503 : 200, state, { ...problem, ...replica, ...clock })
  }
}
