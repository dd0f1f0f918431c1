import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { type ChangeContext, transitionDevice } from '#server/features/devices/transitions.ts'
import { AppError } from '#shared/errors.ts'
import { buildSite } from './factories.ts'
import { type FeedTown, feedTown, lineOf } from './feeds.ts'

/** A line of a generated feed: its serial gets the prefix of the base, its site is named by its place in the history. */
type HistoryLine = {
  serial: string
  site: string | undefined
  hoursAgo: number | undefined
  [column: string]: unknown
}
/** A change of the machine `D<device>` that a user makes. */
type PersonStep = { device: number; cause: 'scrap' | 'lost' | 'found' | 'repairOut' | 'repairReturn' }

export type FeedHistory = {
  town: FeedTown
  /** Return the lines as devices of a request. */
  devicesOf(lines: readonly HistoryLine[]): Record<string, unknown>[]
  /** Change a machine as a user does; a machine that does not exist, and a refused change, change nothing. */
  changeDevice(step: PersonStep): Promise<void>
}

/** Set up a base with the sites `first` and `second`, for random histories of feeds and changes by users. */
export async function feedHistory(database: { db: Kysely<Database>; url: string | null }): Promise<FeedHistory> {
  const { db } = database
  const town = await feedTown(database)
  const sites: Record<string, string> = {
    first: town.site.name,
    second: (await buildSite(db, { tenant: town.tenant })).name,
    nowhere: 'nowhere',
  }
  const prefix = `${town.tenant.id}-`
  town.setClock(new Date('2026-11-20T04:00:00Z'))
  const ctx = {
    config: { timeZone: 'Asia/Shanghai' },
    clock: town.now,
    viewer: { userId: null },
    scope: { everything: false, branches: [{ companyId: town.tenant.id }] },
  } as unknown as ChangeContext
  return {
    town,
    devicesOf: (lines) =>
      lines.map(({ serial, site, hoursAgo, ...given }) => ({
        ...lineOf(serial && prefix + serial, given),
        site: site && sites[site],
        reportedAt:
          hoursAgo === undefined ? undefined : new Date(town.now().getTime() - hoursAgo * 3_600_000).toISOString(),
      })),
    async changeDevice({ device: number, cause }) {
      const device = await db
        .selectFrom('device')
        .select('id')
        .where('serial', '=', `${prefix}D${number}`)
        .executeTakeFirst()
      if (!device) return
      const event = cause === 'repairReturn' ? { cause, outcome: 'fixed' as const } : { cause }
      await transitionDevice(db, ctx, device.id, event as { cause: 'scrap' }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    },
  }
}
