import { join } from 'node:path'
import type { Logger } from 'pino'
import { maxFeedBytes } from '#shared/feed.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './db/opened.ts'
import { createArchive } from './services/archive/archive.ts'
import { createAudit } from './services/audit.ts'
import { createOwnCallKeys, createSharedCallKeys } from './services/call-keys.ts'
import { createJobRows } from './services/jobs/job-rows.ts'
import { createJobs } from './services/jobs/jobs.ts'
import { createOwnLeases, createSharedLeases } from './services/jobs/leases.ts'
import { createKeys } from './services/keys/keys.ts'
import { createAddressRule } from './services/outbound/address-ranges.ts'
import { createOutbound } from './services/outbound/outbound.ts'
import { createGet } from './services/outbound/safe-request.ts'
import { createReports } from './services/pdf/pdf-thread.ts'
import { createPlaces } from './services/places/places.ts'
import { createExportLimit, createLookUpLimit, createTrialLimit } from './services/rate-limits.ts'
import type { Services } from './services/services.ts'
import { createPasswords } from './services/sign-in/passwords.ts'
import { createLimits } from './services/sign-in/sign-in-limits.ts'
import { createSms } from './services/sign-in/sms.ts'
import { createStorage } from './services/storage/create-storage.ts'
import { guardedStorage } from './services/storage/lost-storage.ts'
import { createLinks } from './services/storage/signed-links.ts'
import { createSpool } from './services/storage/upload-pieces.ts'
import { createUploads } from './services/storage/uploads.ts'
import { createStreamingThread } from './services/threads/streaming-thread.ts'
import { createTidying } from './services/vacuum.ts'
import { createWrites } from './services/write-positions.ts'

type Parts = {
  config: Config
  database: Pick<OpenDatabase, 'db' | 'jobsDb' | 'engine' | 'embedded' | 'replica'>
  logger: Logger
  clock: () => Date
}

/** From the request to the last byte of the response. */
const feedTimeoutMs = 30_000

/** Create the services that live as long as the process. A new deployment gets its keys here. */
export function createServices({
  config,
  database: { db, jobsDb, engine, embedded, replica },
  logger,
  clock,
}: Parts): Services {
  const keys = createKeys(config, clock)
  const isShared = engine === 'postgres'
  const leases = isShared ? createSharedLeases(db) : createOwnLeases()
  const storage = guardedStorage(db, createStorage(config))
  return {
    logger,
    keys,
    passwords: createPasswords(keys),
    leases,
    callKeys: isShared ? createSharedCallKeys({ db, key: keys.channels }) : createOwnCallKeys(),
    limits: createLimits({ db, clock, leases }),
    audit: createAudit(),
    sms: createSms({ webhookUrl: config.smsWebhookUrl, dataDir: config.dataDir, logger, clock }),
    places: createPlaces({ db }),
    jobs: createJobs({ logger, clock, rows: isShared ? createJobRows(db) : null }),
    tidying: createTidying({ db: jobsDb, leases, autovacuums: isShared, logger, maintain: embedded?.maintain }),
    outbound: createOutbound(config),
    feedGet: createGet({
      isAllowed: createAddressRule(config.allowedNetworks),
      mostBytes: maxFeedBytes,
      timeout: feedTimeoutMs,
    }),
    storage,
    archive: createArchive({ storage, folder: join(config.dataDir, 'archive') }),
    spool: createSpool({ db, storage }),
    links: createLinks({ key: keys.links, imagesBaseUrl: config.imagesBaseUrl }),
    uploads: createUploads(leases),
    exportLimit: createExportLimit(db),
    lookUpLimit: createLookUpLimit(db),
    trialLimit: createTrialLimit(db),
    reports: createReports({ logger }),
    feedThread: createStreamingThread({ name: 'feed-worker', logger }),
    writes: createWrites({ db, replica: replica !== null, logger }),
  }
}
