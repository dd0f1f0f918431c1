import { readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { headersOf } from '#server/http/headers.ts'
import { createHttp, type HttpOptions } from '#server/http.ts'
import { createLogger } from '#server/logger.ts'
import { createContextFactory } from '#server/make-context.ts'
import { type ServeOptions, type Serving, serve } from '#server/serve.ts'
import type { Services } from '#server/services/services.ts'
import { testNow } from './context.ts'
import { settingsOnNodes } from './node-settings.ts'
import { fakeServices } from './services.ts'

export type WholeServer = Serving & {
  /** Lines of the log, parsed. */
  logged: Record<string, unknown>[]
  /** The same as written, down to the level debug. */
  lines: string[]
}
export type WholeServerOptions = HttpOptions & {
  config?: Record<string, string>
  services?: Partial<Services>
  clock?: () => Date
  noticeMs?: number
  graceMs?: number
  deadlines?: ServeOptions['deadlines']
}

/**
 * Start all APIs on one free port over the test database, inside this process; the terminal's token is `terminal`.
 */
export async function startWholeServer(database: OpenDatabase, options: WholeServerOptions = {}): Promise<WholeServer> {
  const logged: Record<string, unknown>[] = []
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    logged.push(JSON.parse(line))
  }
  const logger = createLogger({ logLevel: 'debug' }, { write })
  const config = readConfig({ DATA_DIR: '/nonexistent', ...settingsOnNodes, ...options.config })
  const services = { ...fakeServices(database.db, logger), ...options.services, logger }
  const contexts = createContextFactory({ db: database.db, config, services, clock: options.clock ?? (() => testNow) })
  const http = createHttp({ config, database, logger, services, contextFor: contexts.forRequest }, options)
  const serving = await serve(http, {
    port: 0,
    host: '127.0.0.1',
    headers: headersOf(config).plain,
    noticeMs: options.noticeMs ?? 0,
    ...(options.graceMs ? { graceMs: options.graceMs } : {}),
    ...(options.deadlines ? { deadlines: options.deadlines } : {}),
  })
  return { ...serving, logged, lines }
}
