import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Services } from '#server/services/services.ts'
import type { Language } from '#shared/i18n/index.ts'

/** What a feed needs of the process. `databaseUrl` null = the embedded engine, which is given work in small pieces. */
export type FeedParts = {
  db: Kysely<Database>
  config: Pick<Config, 'databaseUrl' | 'deviceFeedUrl' | 'timeZone'>
  clock: () => Date
  /** Absent where nobody else waits for this thread: then it reads the lines itself. */
  services?: Pick<Services, 'feedThread'>
}

/** Anyone who sends a feed, and the tenants (maybe only some of their sites) that he may write: `places.narrow(scope, { companyId })`. */
export type FeedCaller = { actor: string; userId: number | null; territory: Territory; language: Language }

/** What the feed tells of its way; `cancelled` is asked between its steps, until all is written. */
export type FeedProgress = {
  report(phase: 'reading' | 'checking' | 'applying', done: number, total: number): void
  cancelled(): boolean
}
export const silentProgress: FeedProgress = { report: () => undefined, cancelled: () => false }
