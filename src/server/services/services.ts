import type { Logger } from 'pino'
import type { Viewer } from '#server/viewer.ts'
import type { Archive } from './archive/archive.ts'
import type { Audit } from './audit.ts'
import type { CallKeys } from './call-keys.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Leases } from './jobs/leases.ts'
import type { Keys } from './keys/keys.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Get } from './outbound/safe-request.ts'
import type { Reports } from './pdf/pdf-thread.ts'
import type { Places } from './places/places.ts'
import type { RateLimit } from './rate-limits.ts'
import type { Passwords } from './sign-in/passwords.ts'
import type { Limits } from './sign-in/sign-in-limits.ts'
import type { Sms } from './sign-in/sms.ts'
import type { Links } from './storage/signed-links.ts'
import type { Storage } from './storage/storage.ts'
import type { Spool } from './storage/upload-pieces.ts'
import type { Uploads } from './storage/uploads.ts'
import type { StreamingThread } from './threads/streaming-thread.ts'
import type { Tidying } from './vacuum.ts'
import type { Writes } from './write-positions.ts'

/** Services that live as long as the process, including those that reach outside. */
export type Services = {
  logger: Logger
  /** RSA pair, pepper, signing keys. */
  keys: Keys
  passwords: Passwords
  /** Slots that are held during some work, over all processes. */
  leases: Leases
  /** Results of changes by the idempotency keys of their callers. */
  callKeys: CallKeys
  /** Limits on guessing, stored in the database. */
  limits: Limits
  audit: Audit
  /** Codes by text message. */
  sms: Sms
  /** Companies, clients and accounts by id from a cache, and the scope of a viewer. */
  places: Places
  jobs: Jobs
  /** Vacuums tables after feeds, once for many feeds. */
  tidying: Tidying
  /** Messages to people and programs outside. */
  outbound: Outbound
  /** Fetches feeds from URLs that bases have entered. */
  feedGet: Get
  /** Uploads and reports. */
  storage: Storage
  /** Months of device-days as files in the storage. */
  archive: Archive
  /** Videos that are being uploaded. */
  spool: Spool
  /** Signed URLs of files in the storage. */
  links: Links
  /** Uploads in progress, by user. */
  uploads: Uploads
  /** Rate limit of exports, by user. */
  exportLimit: RateLimit<Pick<Viewer, 'userId' | 'isProgram'>>
  /** Rate limit of report look-ups, by address. */
  lookUpLimit: RateLimit<string>
  /** Rate limit of channel tests, by user. */
  trialLimit: RateLimit<number>
  /** PDFs of projects, printed in their own thread. */
  reports: Reports
  /** Reads the lines of large feeds. */
  feedThread: StreamingThread
  /** Write position of each session, for reads from a replica. */
  writes: Writes
}
