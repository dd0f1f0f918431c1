import { type Selectable, sql } from 'kysely'
import type { ChannelTable } from '#server/db/channel-tables.ts'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { recordKind } from '#server/db/records.ts'
import { containing } from '#server/db/search-texts.ts'
import { visible } from '#server/db/visible.ts'
import { saidAnswer } from '#server/services/messages/own-answers.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { ChannelListRequest, ChannelRow } from '#shared/channels.ts'
import { withStatus } from '#shared/deliveries.ts'
import type { Page } from '#shared/paging.ts'

const columns = [
  ...([
    'company_id',
    'client_id',
    'name',
    'kind',
    'host',
    'sealed',
    'has_secret',
    'recipients',
    'language',
    'least_severity',
  ] as const),
  ...(['digest_at', 'at_once_from', 'state', 'failures', 'update_time', 'deleted_at'] as const),
] as const
export const channelRecord = recordKind({ table: 'channel', kind: 'channel', columns, marksDeleted: true })
export type StoredChannel = Pick<Selectable<ChannelTable>, (typeof columns)[number]> & {
  id: number
  row_version: number
}

/** Return the last responses of failing channels, in the language of the caller. */
async function lastAnswers(ctx: SignedInContext, rows: readonly StoredChannel[]): Promise<ReadonlyMap<number, string>> {
  const failing = rows.filter(({ failures }) => failures > 0).map(({ id }) => id)
  if (failing.length === 0) return new Map()
  const { rows: found } = await sql<{ id: number; status: number | null; answer: string }>`
    select c.id, d.status, d.answer from unnest(${failing}::int[]) c(id)
    cross join lateral (select status, answer from delivery where channel_id = c.id and last_try is not null and answer is not null order by last_try desc limit 1) d`.execute(
    ctx.readDb,
  )
  return new Map(
    found.map(({ id, status, answer }) => [
      id,
      withStatus(status, saidAnswer(ctx.request.language, { status, answer })),
    ]),
  )
}

/** Return a function that converts stored channels to rows of the API, without the encrypted columns. */
async function rowsFor(
  ctx: SignedInContext,
  rows: readonly StoredChannel[],
): Promise<(stored: StoredChannel) => ChannelRow> {
  const book = await ctx.services.places.book()
  const answers = await lastAnswers(ctx, rows)
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
    lastAnswer: answers.get(row.id) ?? null,
    companyId: row.company_id,
    company: book.companies.get(row.company_id)?.name ?? '',
    clientId: row.client_id,
    client: row.client_id === null ? null : (book.clients.get(row.client_id)?.name ?? ''),
    updateTimeStr: businessTime(row.update_time, ctx.config.timeZone),
    rowVersion: row.row_version,
  })
}

/** Return a page of channels, ordered by base and name. @throws AppError NOT_FOUND for a company out of scope */
export async function findChannels(ctx: SignedInContext, request: ChannelListRequest): Promise<Page<ChannelRow>> {
  const { companyId, name, kind, state } = request
  const filters = [
    ...(name ? [sql`and name ilike ${containing(name)}`] : []),
    ...(kind ? [sql`and kind = ${kind}`] : []),
    ...(state ? [sql`and state = any(${state === 'stopped' ? ['failing', 'gone'] : [state]}::text[])`] : []),
  ]
  const page = await findShortPage<StoredChannel>(ctx.readDb, request, {
    from: sql`from channel where ${await visible(ctx, 'channel', { companyId })} ${sql.join(filters, sql` `)}`,
    order: sql`order by company_id, name, id`,
  })
  return shownPage(page, await rowsFor(ctx, page.data))
}

/** Return the columns of a channel for the audit log, without the encrypted ones. */
export const loggedChannel = ({
  name,
  kind,
  host,
  recipients,
  language,
  least_severity,
  digest_at,
  at_once_from,
  state,
}: StoredChannel) => ({
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
