import type { Logger } from 'pino'
import type { Viewer } from '#server/viewer.ts'
import type { Archive } from './archive/archive.ts'
import type { Audit } from './audit.ts'
import type { Jobs } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { Leases } from './leases.ts'
import type { Limits } from './limits.ts'
import type { Links } from './links.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Get } from './outbound/safe-request.ts'
import type { Passwords } from './passwords.ts'
import type { Places } from './places.ts'
import type { Rate } from './rates.ts'
import type { Reports } from './reports.ts'
import type { Sms } from './sms.ts'
import type { Spool } from './spool.ts'
import type { Storage } from './storage.ts'
import type { StreamingThread } from './streaming-thread.ts'
import type { Tidying } from './tidying.ts'
import type { Uploads } from './uploads.ts'
import type { Writes } from './writes.ts'

/** The outside world and the things that live as long as the process. */
export type Services = {
  logger: Logger
  /** RSA pair, pepper, signing keys. */
  keys: Keys
  passwords: Passwords
  /** Places that are held for the time of some work, over all processes. */
  leases: Leases
  /** Limits on guessing, kept in the database. */
  limits: Limits
  audit: Audit
  /** Codes by text message. */
  sms: Sms
  /** Companies, clients and accounts by id from memory, and the scope of a viewer. */
  places: Places
  jobs: Jobs
  /** What tables need after feeds, once for many. */
  tidying: Tidying
  /** Messages to people and programs outside. */
  outbound: Outbound
  /** Fetches feeds from addresses that bases have entered. */
  feedGet: Get
  /** Uploads and reports. */
  storage: Storage
  /** Months of device-days that are files in the storage. */
  archive: Archive
  /** Videos on their way in. */
  spool: Spool
  /** Signed addresses of what lies in the storage. */
  links: Links
  /** Who is uploading at this moment. */
  uploads: Uploads
  /** Who has begun exports lately. */
  exportRate: Rate<Pick<Viewer, 'userId' | 'isProgram'>>
  /** Which addresses have looked reports up lately. */
  lookUpRate: Rate<string>
  /** Who has tried channels lately. */
  trialRate: Rate<number>
  /** PDFs of projects, in a thread of their own. */
  reports: Reports
  /** Reads the lines of large feeds. */
  feedThread: StreamingThread
  /** How far each session has written, for reading from a replica. */
  writes: Writes
}
