import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import type { AuditEntry } from '#server/services/audit.ts'
import { createOwnCallKeys } from '#server/services/call-keys.ts'
import { createOwnLeases } from '#server/services/jobs/leases.ts'
import { createPlaces, type Places } from '#server/services/places/places.ts'
import type { Services } from '#server/services/services.ts'
import { createLinks } from '#server/services/storage/signed-links.ts'
import { createSpool } from '#server/services/storage/upload-pieces.ts'
import { createUploads } from '#server/services/storage/uploads.ts'
import { createStreamingThread } from '#server/services/threads/streaming-thread.ts'
import { memoryStores } from './memory-stores.ts'

const missing = (name: string) => () => {
  throw new Error(`this test needs ${name}: pass it to buildContext`)
}

/**
 * Return the real places service, reloaded on each use: a test may add a company at any moment, and calls procedures
 * without a session.
 */
function freshPlaces(db: Kysely<Database>): Places {
  const anew = () => createPlaces({ db })
  return {
    ...anew(),
    book: () => anew().book(),
    scopeOf: (viewer, reach) => anew().scopeOf(viewer, reach),
    narrow: (scope, filters) => anew().narrow(scope, filters),
  }
}

/** Create an audit service that keeps what is written, instead of storing it. */
export function recordedAudit(): { audit: Services['audit']; written: AuditEntry[] } {
  const written: AuditEntry[] = []
  const write = async (_db: unknown, _ctx: unknown, entry: AuditEntry) => void written.push(entry)
  return { written, audit: { write, denied: async () => undefined } }
}

/** All calls of a test are made in one process. */
const callKeys = createOwnCallKeys()

/** Create the services for tests: instant passwords (`hash of …`), no limits, keys that pass text through. */
export function fakeServices(db: Kysely<Database>, logger: Logger): Services {
  const { storage, archive } = memoryStores('this database')
  return {
    logger,
    keys: {
      publicKey: () => ({ keyId: 'test', pem: '', blockBytes: 117 }),
      decrypt: (encrypted) => encrypted,
      pepper: Buffer.alloc(32),
      links: Buffer.alloc(32),
      channels: Buffer.alloc(32),
      terminalToken: 'terminal',
      rotate: async (record) => {
        await record('test')
        return { keyId: 'test', previousUntil: new Date(0) }
      },
    },
    passwords: {
      hash: async (password) => `hash of ${password}`,
      verify: async (hash, password) => hash === `hash of ${password}`,
      outdated: () => false,
    },
    feedThread: createStreamingThread({ name: 'feed-worker', logger }),
    leases: createOwnLeases(),
    callKeys,
    limits: {
      guard: async (_, work) => {
        const { answer, record } = await work({ locked: false })
        if (record) await db.transaction().execute((trx) => record(trx, { locks: false }))
        return answer
      },
      admit: async () => undefined,
      forgive: async () => undefined,
    },
    sms: { send: () => undefined, isBroken: () => false, close: async () => undefined },
    tidying: { begin: () => () => undefined, idle: async () => undefined, close: async () => undefined },
    audit: { write: async () => undefined, denied: async () => undefined },
    places: freshPlaces(db),
    jobs: {
      start: missing('jobs'),
      starterOf: () => null,
      holdDatabase: () => false,
      get: missing('jobs'),
      watch: missing('jobs'),
      cancel: missing('jobs'),
      later: missing('jobs'),
      close: async () => undefined,
    },
    storage,
    archive,
    spool: createSpool({ db, storage }),
    links: createLinks({ key: Buffer.alloc(32), imagesBaseUrl: null }),
    uploads: createUploads(createOwnLeases()),
    outbound: { send: missing('outbound'), close: () => undefined },
    feedGet: missing('feedGet'),
    exportLimit: { check: async () => undefined, count: async () => undefined },
    lookUpLimit: { check: async () => undefined, count: async () => undefined },
    trialLimit: { check: async () => undefined, count: async () => undefined },
    reports: { print: missing('reports'), close: async () => undefined },
    writes: { note: async () => undefined },
  }
}
