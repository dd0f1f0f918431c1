import { type RawBuilder, sql } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { findPage, shownPage } from '#server/db/pages.ts'
import { containing } from '#server/db/search-texts.ts'
import { changeable, visible } from '#server/db/visible.ts'
import type { Message } from '#server/services/messages/message.ts'
import { saidAnswer } from '#server/services/messages/own-answers.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { ChannelKind, ChannelState } from '#shared/channels.ts'
import type { DeliveryListRequest, DeliveryRow, DeliveryState } from '#shared/deliveries.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { holdSeconds } from './take-due.ts'

type Stored = {
  id: number
  message_id: string
  channel_id: number
  channel: string
  kind: ChannelKind
  message: Pick<Message, 'type' | 'severity' | 'title'>
  state: DeliveryState
  attempts: number
  create_time: Date
  last_try: Date | null
  due: Date
  status: number | null
  answer: string | null
  carrier: string | null
}

/** Up to this many channels are merged, each read only as far as the page needs. */
const mergedChannels = 32

type Log = { from: RawBuilder<unknown>; columns: RawBuilder<unknown>; order: RawBuilder<unknown> }

/**
 * Return the ids of the log of some channels, newest first. The primary key would skip the messages of all others: a
 * base that ended has none among the newest. Channels are merged by an index of their own: each has its own order,
 * because PostgreSQL plans the parts of a union one by one, and only its ids, which the index has. The range of one
 * company keeps PostgreSQL to the index of its log.
 */
function logOf(channels: readonly { id: number; company_id: number }[], filters: RawBuilder<unknown>): Log {
  const ids = channels.map(({ id }) => id)
  const [company, ...others] = new Set(channels.map(({ company_id }) => company_id))
  const columns = sql`d.id`
  const order = sql`order by id desc`
  if (ids.length <= mergedChannels) {
    const parts = ids.map((id) => sql`(select id from delivery d where d.channel_id = ${id} ${filters} ${order})`)
    return { from: sql`from (${sql.join(parts, sql` union all `)}) d`, columns, order }
  }
  const log = sql`from delivery d where d.channel_id = any(${ids}::int[]) ${filters}`
  if (company === undefined || others.length > 0) return { from: log, columns, order }
  return {
    from: sql`${log} and d.company_id between ${company} and ${company}`,
    columns: sql`d.id, d.company_id`,
    order: sql`order by company_id, id desc`,
  }
}

/**
 * Return a page of the message log of the channels that the caller sees, newest first.
 * @throws AppError NOT_FOUND for a company out of scope, TOO_WIDE
 */
export async function findDeliveries(ctx: SignedInContext, request: DeliveryListRequest): Promise<Page<DeliveryRow>> {
  const { companyId, name, channelId, state } = request
  const channels = await visible(ctx, 'channel', { companyId })
  const named = name ? sql` and name ilike ${containing(name)}` : sql``
  // The ids are looked up first. Without them PostgreSQL reads the whole log to find the messages of a few channels.
  const { rows: own } = await sql<{
    id: number
    company_id: number
  }>`select id, company_id from channel where ${channels}${named}`.execute(ctx.readDb)
  if (own.length === 0) return { data: [], totalCount: 0 }
  const filters = [
    ...(channelId ? [sql`and d.channel_id = ${channelId}`] : []),
    ...(state ? [sql`and d.state = ${state}`] : []),
  ]
  const page = await findPage<Stored>(ctx.readDb, request, {
    ...logOf(own, sql.join(filters, sql` `)),
    filters: [name, channelId, state],
    show: (
      shown,
    ) => sql<Stored>`select d.id, d.message_id, d.channel_id, c.name as channel, c.kind, d.state, d.attempts, d.create_time, d.last_try, d.due, d.status, d.answer,
        (select carrier.message->>'title' from delivery carrier where carrier.id = d.merged_into) as carrier,
        jsonb_build_object('type', d.message->'type', 'severity', d.message->'severity', 'title', d.message->'title') as message
      from ${shown} page join delivery d on d.id = page.id join channel c on c.id = d.channel_id order by d.id desc`,
  })
  const time = (at: Date) => businessTime(at, ctx.config.timeZone)
  return shownPage(page, (row) => ({
    id: row.id,
    messageId: row.message_id,
    channelId: row.channel_id,
    channel: row.channel,
    kind: row.kind,
    messageType: row.message.type,
    severity: row.message.severity,
    title: row.message.title,
    state: row.state,
    attempts: row.attempts,
    createTimeStr: time(row.create_time),
    lastTryStr: row.last_try && time(row.last_try),
    dueStr: row.state === 'due' ? time(row.due) : null,
    status: row.status,
    answer: saidAnswer(ctx.request.language, row),
    mergedIntoTitle: row.carrier,
  }))
}

/**
 * Send a logged message again, or send a waiting one at once. It keeps its id, so that a receiver that already has it
 * can ignore it.
 * @throws AppError NOT_FOUND for a message that does not exist or is out of scope; VALIDATION while its channel is off
 */
export async function resend(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const channels = await changeable(ctx, 'channel')
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ channel_id: number; company_id: number; state: ChannelState; name: string }>`
      select d.channel_id, d.company_id, channel.state, channel.name from delivery d join channel on channel.id = d.channel_id
      where d.id = ${id} and ${channels} for update of d`.execute(trx)
    const [found] = rows
    if (!found) throw new AppError('NOT_FOUND')
    if (found.state !== 'on') throw refusedField(ctx, 'id', 'deliveries.problem.channelOff')
    // A message that is being sent now is left alone. A failed one that waits for its retry keeps its number of
    // attempts.
    await sql`update delivery set due = ${ctx.clock()} where id = ${id} and state = 'due'
      and (last_try is null or due - last_try <> make_interval(secs => ${holdSeconds}))`.execute(trx)
    await sql`update delivery set state = 'due', due = ${ctx.clock()}, attempts = 0, merged_into = null, urgency = null where id = ${id} and state <> 'due'`.execute(
      trx,
    )
    await auditRow(
      trx,
      ctx,
      { kind: 'channel' },
      { id: found.channel_id, company_id: found.company_id },
      { action: 'deliveries.resend', details: { id } },
    )
    return { id }
  })
}
