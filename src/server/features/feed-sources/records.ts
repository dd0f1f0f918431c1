import { type Selectable, sql } from 'kysely'
import type { FeedSourceTable } from '#server/db/feed-source-tables.ts'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { changeRow, createRow, deleteRow, recordKind, savedAs } from '#server/db/records.ts'
import { baseOf, changeable, visible } from '#server/db/visible.ts'
import { sealSecrets } from '#server/services/messages/channel-secrets.ts'
import { refuseForbiddenAddress } from '#server/services/outbound/refused-address.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { FeedSourceListRequest, FeedSourceRow, FeedSourceSave, FeedSourceSwitch } from '#shared/feed-sources.ts'
import type { Page } from '#shared/paging.ts'

const columns = [
  ...([
    'company_id',
    'user_id',
    'work_company_id',
    'host',
    'sealed',
    'every_minutes',
    'state',
    'next_pull',
    'etag',
    'modified',
    'content_hash',
  ] as const),
  ...(['last_pull', 'last_state', 'problem', 'batch_id', 'update_time'] as const),
] as const
const record = recordKind({ table: 'feed_source', kind: 'feed_source', columns })
export type StoredSource = Pick<Selectable<FeedSourceTable>, (typeof columns)[number]> & {
  id: number
  row_version: number
}

const loggedSource = ({ host, every_minutes, state }: StoredSource) => ({ host, everyMinutes: every_minutes, state })

/**
 * Return a page of the sources of the bases that the caller sees, and for the management also the operator's source.
 * @throws AppError NOT_FOUND for a company out of scope
 */
export async function findSources(ctx: SignedInContext, request: FeedSourceListRequest): Promise<Page<FeedSourceRow>> {
  const { companyId } = request
  const visibleRows = await visible(ctx, 'feed_source', { companyId })
  const ofAll = companyId === undefined && ctx.reach === 'all' ? sql`or company_id is null` : sql``
  const page = await findShortPage<StoredSource & { person: string | null }>(ctx.readDb, request, {
    from: sql`from feed_source where (${visibleRows} ${ofAll})`,
    order: sql`order by coalesce(company_id, 0), id`,
    show: (shown) => sql<
      StoredSource & { person: string | null }
    >`select s.*, u.name as person from ${shown} s left join app_user u on u.id = s.user_id
      order by coalesce(s.company_id, 0), s.id`,
  })
  const book = await ctx.services.places.book()
  const time = (at: Date) => businessTime(at, ctx.config.timeZone)
  return shownPage(page, (row) => ({
    ...{
      id: row.id,
      host: row.host,
      everyMinutes: row.every_minutes,
      state: row.state,
      lastState: row.last_state,
      batchId: row.batch_id,
    },
    lastPullStr: row.last_pull && time(row.last_pull),
    nextPullStr: row.state === 'on' ? time(row.next_pull) : null,
    problem: row.problem?.[ctx.request.language] ?? null,
    person: row.person,
    companyId: row.company_id,
    company: row.company_id === null ? null : (book.companies.get(row.company_id)?.name ?? ''),
    updateTimeStr: time(row.update_time),
    rowVersion: row.row_version,
  }))
}

/** Return the columns of a new address. The marks of the former address are cleared. */
const ofAddress = (ctx: SignedInContext, address: string) => {
  refuseForbiddenAddress(ctx, address)
  return {
    ...{ host: new URL(address).host, sealed: sealSecrets(ctx.services.keys, { address, secret: null, former: null }) },
    ...{ etag: null, modified: null, content_hash: null },
  }
}

/**
 * Create the source of a base, or change it. It is fetched at once, and applied with the rights of the caller from then
 * on.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS, FORBIDDEN for the terminal, VALIDATION; a second source of a base
 * becomes DUPLICATE in the API layer
 */
export async function saveSource(
  ctx: SignedInContext,
  input: FeedSourceSave,
): Promise<{ id: number; rowVersion: number }> {
  const { id, rowVersion, address, everyMinutes } = input
  const { viewer } = ctx
  if (viewer.userId === null) throw new AppError('FORBIDDEN')
  const owner = {
    user_id: viewer.userId,
    work_company_id: viewer.companyId,
    every_minutes: everyMinutes,
    next_pull: ctx.clock(),
  }
  if (id === undefined) {
    if (address === undefined) throw refusedField(ctx, 'address', 'feedSources.address.missing')
    const base = await baseOf(ctx, input.companyId)
    if ((await ctx.services.places.book()).companies.get(base)?.kind === 'headquarters')
      throw refusedField(ctx, 'companyId', 'problem.noBase')
    const values = { company_id: base, ...owner, ...ofAddress(ctx, address) }
    return savedAs(
      await createRow(ctx, record, {
        action: 'feedSources.save',
        values,
        details: (row) => ({ after: loggedSource(row) }),
      }),
    )
  }
  const row = await changeRow(
    ctx,
    record,
    { id, rowVersion },
    {
      action: 'feedSources.save',
      visible: await changeable(ctx, 'feed_source'),
      set: { ...owner, ...(address === undefined ? {} : ofAddress(ctx, address)) },
      details: (before, after) => ({
        before: loggedSource(before),
        after: loggedSource(after),
        ...(address === undefined ? {} : { addressChanged: true }),
      }),
    },
  )
  return savedAs(row)
}

/** Pause a source, or resume it now. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export async function switchSource(
  ctx: SignedInContext,
  { id, on, rowVersion }: FeedSourceSwitch,
): Promise<{ id: number; rowVersion: number }> {
  const row = await changeRow(
    ctx,
    record,
    { id, rowVersion },
    {
      action: 'feedSources.setStatus',
      visible: await changeable(ctx, 'feed_source'),
      set: on ? { state: 'on', next_pull: ctx.clock() } : { state: 'paused' },
      details: (before, after) => ({ before: { state: before.state }, after: { state: after.state } }),
    },
  )
  return savedAs(row)
}

/** The time of the next fetch of a source that is to be fetched once although it is paused. */
export const onceAlthoughPaused = new Date(0)

/**
 * Fetch a source in full within seconds; a paused one once, and it stays paused. A file with the content applied last
 * is not applied again.
 * @throws AppError NOT_FOUND
 */
export async function pullNow(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  await changeRow(
    ctx,
    record,
    { id },
    {
      action: 'feedSources.pull',
      visible: await changeable(ctx, 'feed_source'),
      set: ({ state }) => ({
        next_pull: state === 'on' ? ctx.clock() : onceAlthoughPaused,
        etag: null,
        modified: null,
      }),
    },
  )
  return { id }
}

/** @throws AppError NOT_FOUND */
export const deleteSource = async (ctx: SignedInContext, id: number): Promise<{ id: number }> =>
  deleteRow(ctx, record, id, {
    action: 'feedSources.delete',
    visible: await changeable(ctx, 'feed_source'),
    details: (before) => ({ before: loggedSource(before) }),
  })
