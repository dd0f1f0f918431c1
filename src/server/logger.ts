import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** What must never reach a log, wherever it is in a logged object. Source: trust.md Z2 */
const secrets = ['password', 'token', 'authorization', 'cookie', 'phone', 'idNo'].flatMap((name) => [name, `*.${name}`])

/** A database error tells the values of the row it is about: people's data, and hashes. What is no error is told in one piece, not letter by letter. */
function describeProblem(error: Error | string): Record<string, unknown> | string {
  if (typeof error === 'string') return error
  const { detail: _row, where: _statement, internalQuery: _query, ...told } = pino.stdSerializers.err(error)
  return told
}

/** Written off the request path; what is left is flushed when the process exits. */
const standardOutput = () => pino.destination({ fd: process.stdout.fd, sync: false })

/** One line of JSON an event; control characters in logged values are escaped. */
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
