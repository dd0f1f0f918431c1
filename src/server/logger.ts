import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Fields that must never reach a log, at any place in a logged object. Source: trust.md Z2 */
const secrets = ['password', 'token', 'authorization', 'cookie', 'phone', 'idNo'].flatMap((name) => [name, `*.${name}`])

/**
 * Keep only safe fields: a database error contains values of its row, which are personal data and hashes. A string is
 * logged as one piece, not letter by letter.
 */
function describeProblem(error: Error | string): Record<string, unknown> | string {
  if (typeof error === 'string') return error
  const { detail: _row, where: _statement, internalQuery: _query, ...logged } = pino.stdSerializers.err(error)
  return logged
}

/**
 * Asynchronous, and many lines a write: a write each cost a request more than its query did. The rest is flushed after
 * 200 ms, at a fatal line, and when the process exits.
 */
const standardOutput = () =>
  pino.destination({ fd: process.stdout.fd, sync: false, minLength: 4_096, periodicFlush: 200 })

/** Create the logger: one line of JSON an event; control characters in logged values are escaped. */
export function createLogger(config: Pick<Config, 'logLevel'>, to: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level: config.logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets, censor: '…' },
      serializers: { err: describeProblem },
    },
    to,
  )
}
