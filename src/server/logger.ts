import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** What must never reach a log, wherever it stands in a logged object. Source: trust.md Z2 */
const secrets = ['password', 'token', 'authorization', 'cookie', 'phone', 'code', 'idNo'].flatMap((name) => [name, `*.${name}`])

/** One line of JSON an event; control characters in logged values are escaped. */
export function createLogger(config: Pick<Config, 'logLevel'>, to: NodeJS.WritableStream = process.stdout): Logger {
  return pino(
    {
      level: config.logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets.filter((path) => !path.endsWith('code')), censor: '…' },
      serializers: { err: pino.stdSerializers.err },
    },
    to,
  )
}
