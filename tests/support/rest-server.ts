import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { unreadBodies } from '#server/bodies/unread.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/tables.ts'
import { createContextFactory } from '#server/make-context.ts'
import { createRest } from '#server/rest/adapter.ts'
import type { Services } from '#server/services/services.ts'
import { testNow } from './context.ts'
import { settingsOnNodes } from './node-settings.ts'
import { fakeServices } from './services.ts'

export type RestServer = {
  /** http://127.0.0.1:port/api */
  address: string
  /** Unexpected errors in the log. */
  defects: unknown[]
  close(): Promise<void>
}

/** Start only the REST API on a free port, over the test database; the terminal's token is `terminal`. */
export async function startRest(db: Kysely<Database>, services: Partial<Services> = {}): Promise<RestServer> {
  const defects: unknown[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => defects.push(JSON.parse(line)) })
  const parts = {
    db,
    config: readConfig({ DATA_DIR: '/nonexistent', ...settingsOnNodes }),
    services: { ...fakeServices(db, logger), ...services, logger },
    clock: () => testNow,
  }
  const server = express()
    .use(unreadBodies)
    .use('/api', createRest({ contextFor: createContextFactory(parts).forRequest, logger }))
    .listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    defects,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
