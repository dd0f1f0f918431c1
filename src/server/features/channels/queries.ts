import { type Selectable, sql } from 'kysely'
import type { ChannelTable } from '#server/db/channel-tables.ts'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { containing } from '#server/db/paging.ts'
import { recordKind } from '#server/db/records.ts'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { ChannelListRequest, ChannelRow } from '#shared/channels.ts'
import { businessTime } from '#shared/dates.ts'
import type { Page } from '#shared/paging.ts'

const columns = [
  ...(['company_id', 'client_id', 'name', 'kind', 'host', 'sealed', 'has_secret', 'recipients', 'language', 'least_severity'] as const),
  ...(['digest_at', 'at_once_from', 'state', 'failures', 'update_time', 'deleted_at'] as const),
] as const
export const channelRecord = recordKind({ table: 'channel', kind: 'channel', columns, marksDeleted: true })
export type StoredChannel = Pick<Selectable<ChannelTable>, (typeof columns)[number]> & { id: number; row_version: number }

/** Rows as every door answers them: without what is sealed. */
async function rowsFor(ctx: SignedInContext): Promise<(stored: StoredChannel) => ChannelRow> {
  const book = await ctx.services.places.book()
  return (row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    target: row.host ?? row.recipients ?? '',
    recipients: row.recipients,
    hasSecret: row.has_secret,
    language: row.language,
    leastSeverity: row.least_severity,
    digestAt: row.digest_at,
    atOnceFrom: row.at_once_from,
    state: row.state,
    failures: row.failures,
    companyId: row.company_id,
    company: book.companies.get(row.company_id)?.name ?? '',
    clientId: row.client_id,
    client: row.client_id === null ? null : (book.clients.get(row.client_id)?.name ?? ''),
    updateTimeStr: businessTime(row.update_time, ctx.config.timeZone),
    rowVersion: row.row_version,
  })
}

/** A page of channels by base and name. @throws AppError NOT_FOUND for a company out of reach */
export async function findChannels(ctx: SignedInContext, request: ChannelListRequest): Promise<Page<ChannelRow>> {
  const { companyId, name, kind, state } = request
  const filters = [
    ...(name ? [sql`and name ilike ${containing(name)}`] : []),
    ...(kind ? [sql`and kind = ${kind}`] : []),
    ...(state ? [sql`and state = ${state}`] : []),
  ]
  const page = await findShortPage<StoredChannel>(ctx.readDb, request, {
    from: sql`from channel where ${await visible(ctx, 'channel', { companyId })} ${sql.join(filters, sql` `)}`,
    order: sql`order by company_id, name, id`,
  })
  return shownPage(page, await rowsFor(ctx))
}

/** What the audit log says of a channel: everything but what is sealed. */
export const told = ({ name, kind, host, recipients, language, least_severity, digest_at, at_once_from, state }: StoredChannel) => ({
  name,
  kind,
  host,
  recipients: recipients?.split(',').length ?? null,
  language,
  leastSeverity: least_severity,
  digestAt: digest_at,
  atOnceFrom: at_once_from,
  state,
})
