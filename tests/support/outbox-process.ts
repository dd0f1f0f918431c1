import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/tables.ts'
import { startOutbox } from '#server/jobs/outbox.ts'
import { startSchedules } from '#server/jobs/schedules.ts'
import { createSharedLeases } from '#server/services/jobs/leases.ts'
import { createOutbound, type Outbound } from '#server/services/outbound/outbound.ts'
import { createPlaces } from '#server/services/places/places.ts'
import { createFileStorage } from '#server/services/storage/file-storage.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { fakeServices } from './services.ts'

/** The key of channels in crash tests. */
export const crashKeys = { channels: Buffer.alloc(32) }

const pause = (most: number) => new Promise((settle) => setTimeout(settle, Math.random() * most))

/** Delay the sending, so that a kill can come between commit and sending, and between sending and its record. */
const slowOutbound = (outbound: Outbound, beforeMs: number | null, afterMs: number, busy: () => void): Outbound => ({
  ...outbound,
  send: async (...given) => {
    busy()
    await (beforeMs === null ? pause(300) : wait(beforeMs))
    const tried = await outbound.send(...given)
    await pause(afterMs)
    return tried
  },
})
/** Delay the storage, so that a kill can come before a file is written, and between the file and its row. */
const slowStorage = (storage: Storage, busy: () => void): Storage => ({
  ...storage,
  put: async (...given) => {
    busy()
    await pause(100)
    await storage.put(...given)
    await pause(100)
  },
})

// Run as a separate process by tests/support/outbox-trial.ts: send due messages, and run schedules if requested, until
// killed.
const {
  OUTBOX_DATABASE: database,
  OUTBOX_CA: ca,
  OUTBOX_SMTP: smtpUrl,
  OUTBOX_FILES: files,
  OUTBOX_AFTER: after = '300',
  OUTBOX_BEFORE: before,
} = process.env
if (database && ca && smtpUrl && files) {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: database, max: 6 }) }),
  })
  const withSchedules = process.env['OUTBOX_SCHEDULES'] !== undefined
  const config = readConfig({
    ...{
      DATA_DIR: '/nonexistent',
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'coldfleet@trial.example',
      PUBLIC_URL: 'https://trial.example',
    },
    ALLOWED_NETWORKS: '127.0.0.1/32',
  })
  const busy = () => void process.send?.('busy')
  const sender = createOutbound(config, {
    ca: readFileSync(ca, 'utf8'),
    resolve: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const outbound = slowOutbound(
    sender,
    before === undefined ? null : Number(before),
    Number(after),
    withSchedules ? () => undefined : busy,
  )
  const logger = pino({ level: 'warn' })
  const clock = () => new Date()
  const storage = slowStorage(createFileStorage(files), busy)
  const services = {
    ...fakeServices(db, logger),
    keys: { ...fakeServices(db, logger).keys, ...crashKeys },
    outbound,
    storage,
    leases: createSharedLeases(db),
  }
  startOutbox({ db, places: createPlaces({ db }), config, services, logger, clock, everyMs: 50 })
  if (withSchedules) startSchedules({ db, config, services, clock, everyMs: 100 })
  setInterval(() => undefined, 60_000)
}
