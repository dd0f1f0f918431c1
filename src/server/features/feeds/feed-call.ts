import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Services } from '#server/services/services.ts'
import type { Language } from '#shared/i18n/index.ts'

/**
 * The parts of the process that a feed uses. `databaseUrl` null = the embedded engine, which gets its work in small
 * pieces.
 */
export type FeedParts = {
  db: Kysely<Database>
  config: Pick<Config, 'databaseUrl' | 'deviceFeedUrl' | 'timeZone'>
  clock: () => Date
  /** Absent when no other request waits for this thread: then the thread reads the lines itself. */
  services?: Pick<Services, 'feedThread'>
}

/**
 * The sender of a feed, and the tenants, or some of their sites, that the sender may write: `places.narrow(scope, {
 * companyId })`.
 */
export type FeedCaller = { actor: string; userId: number | null; territory: Territory; language: Language }

/** Receives the progress of a feed. `cancelled` is checked between its steps until everything is written. */
export type FeedProgress = {
  report(phase: 'reading' | 'checking' | 'applying', done: number, total: number): void
  cancelled(): boolean
}
export const silentProgress: FeedProgress = { report: () => undefined, cancelled: () => false }
