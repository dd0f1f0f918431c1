import { readFileSync } from 'node:fs'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Database } from '#server/db/tables.ts'
import { startOutbox } from '#server/jobs/outbox.ts'
import { createOutbound, type Outbound } from '#server/services/outbound/outbound.ts'
import { createPlaces } from '#server/services/places.ts'

/** The key of channels in crash trials. */
export const crashKeys = { channels: Buffer.alloc(32) }

// Run as a process of its own by scripts/outbox-crash.ts: sends what is due until it is killed.
const { OUTBOX_DATABASE: database, OUTBOX_CA: ca, OUTBOX_SMTP: smtpUrl } = process.env
if (database && ca && smtpUrl) {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: database, max: 4 }) }) })
  const config = {
    smtpUrl,
    mailFrom: 'coldfleet@trial.example',
    publicUrl: 'https://trial.example',
    host: '127.0.0.1',
    port: 0,
    allowedNetworks: ['127.0.0.1/32'],
  }
  const outbound = createOutbound(config, { ca: readFileSync(ca, 'utf8'), resolve: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) })
  const pause = () => new Promise((settle) => setTimeout(settle, Math.random() * 300))
  // Room for a death between the commit and the sending, and between the sending and the note of it.
  const slow: Outbound = {
    ...outbound,
    send: async (...given) => {
      process.send?.('sending')
      await pause()
      const tried = await outbound.send(...given)
      await pause()
      return tried
    },
  }
  const logger = { info: () => undefined, warn: (fields: unknown) => console.error(fields) }
  startOutbox({
    db,
    places: createPlaces({ db }),
    config: { ...config, timeZone: 'Asia/Shanghai' },
    services: { keys: crashKeys as never, outbound: slow, storage: {} as never },
    logger,
    clock: () => new Date(),
    everyMs: 50,
  })
  setInterval(() => undefined, 60_000)
}
