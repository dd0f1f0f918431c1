import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { changeable } from '#server/db/visible.ts'
import { type ChosenChannel, reachedChannels } from '#server/features/channels/chosen-channels.ts'
import { type DigestChannel, digestFor } from '#server/features/deliveries/digest.ts'
import type { Message } from '#server/services/messages/message.ts'
import { consoleUrl } from '#server/services/outbound/outbound.ts'
import { extensionOf } from '#server/services/storage/stored-names.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { addDays } from '#shared/dates.ts'
import type { FileParts } from '#shared/files.ts'
import type { Language, Word } from '#shared/i18n/index.ts'
import type { ScheduledList } from '#shared/schedules.ts'
import type { MadeFile } from './files.ts'
import { listRequest } from './lists.ts'
import type { StoredSchedule } from './queries.ts'
import { baseIdOf, mayReceive } from './save.ts'

/**
 * The calls that create files, through the same procedures as any request, so that each checks the owner's current
 * permissions.
 */
export type ScheduledCalls = {
  list(ctx: Context, list: ScheduledList, request: Record<string, unknown>): Promise<FileParts>
  statement(ctx: Context, request: { id: number; month: string; forClient: true }): Promise<FileParts>
}
/** A file, or a complete message, with the channels that receive it. */
export type ScheduledOutput = { channels: ChosenChannel[] } & ({ file: MadeFile } | { message: Message })

/** Why a run sends nothing although there is no fault: a user must change something first. */
export class RunRefused extends Error {
  readonly problem: Word
  constructor(problem: Word) {
    super(problem)
    this.name = 'RunRefused'
    this.problem = problem
  }
}

/** Maximum size of a file, which is completely in memory before it is stored. */
const mostFileBytes = 128 * 1024 * 1024

async function collect(parts: FileParts): Promise<MadeFile> {
  const chunks: Buffer[] = []
  let head: { fileName: string; contentType: string; rows?: number } | null = null
  let size = 0
  for await (const part of parts) {
    if ('fileName' in part) {
      head = part
      continue
    }
    const bytes = 'text' in part ? Buffer.from(part.text) : Buffer.from(part.base64, 'base64')
    size += bytes.length
    if (size > mostFileBytes) throw new RunRefused('schedules.problem.tooLarge')
    chunks.push(bytes)
  }
  const extension = head && extensionOf(head.fileName)
  if (!head || !extension) throw new Error(`a schedule cannot keep the file ${head?.fileName ?? 'without a name'}`)
  return {
    fileName: head.fileName,
    contentType: head.contentType,
    rows: head.rows ?? null,
    bytes: Buffer.concat(chunks),
    extension,
  }
}

/** Return the enabled channels of a schedule that its owner may use. @throws RunRefused when there is none */
async function channelsOf(ctx: SignedInContext, schedule: StoredSchedule): Promise<ChosenChannel[]> {
  const reached = await reachedChannels(ctx, schedule.channel_ids)
  const allowed = reached.filter((channel) => mayReceive(channel, schedule.client_id, schedule.of_client_id))
  if (allowed.length === 0) throw new RunRefused('schedules.problem.noChannel')
  const open = allowed.filter(({ state }) => state === 'on')
  if (open.length === 0) throw new RunRefused('schedules.problem.channelsOff')
  return open
}

/** Return the month before that of the run's day. */
const lastMonth = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)

/** Yield a list in each language of its channels. */
async function* lists(
  ctx: SignedInContext,
  schedule: StoredSchedule,
  { calls, isDone }: Producing,
): AsyncGenerator<ScheduledOutput> {
  const { list, view_id: viewId, filters, format } = schedule
  if (list === null) throw new Error('a schedule of a list has none')
  const channels = (await channelsOf(ctx, schedule)).filter(({ id }) => !isDone(id))
  if (channels.length === 0) return
  const requested = await listRequest(ctx, { list, viewId, filters, baseId: await baseIdOf(ctx, schedule) })
  if ('problem' in requested) throw new RunRefused(requested.problem)
  for (const language of new Set(channels.map((channel): Language => channel.language))) {
    const file = await collect(await calls.list(ctx, list, { ...requested.request, format, language }))
    yield { channels: channels.filter((channel) => channel.language === language), file }
  }
}

/**
 * Return the channels of each client that the owner may use, at the base of the schedule; for headquarters, at all of
 * them.
 */
async function channelsOfClients(
  ctx: SignedInContext,
  schedule: StoredSchedule,
): Promise<Map<number, ChosenChannel[]>> {
  const changeableRows = await changeable(ctx, 'channel')
  const base = await baseIdOf(ctx, schedule)
  const { rows } = await sql<
    ChosenChannel & { client_id: number }
  >`select id, company_id, client_id, name, kind, language, state from channel
    where client_id is not null and state = 'on' and ${changeableRows} ${base === null ? sql`` : sql`and company_id = ${base}`} order by client_id, id`.execute(
    ctx.db,
  )
  const byClient = new Map<number, ChosenChannel[]>()
  for (const row of rows) byClient.set(row.client_id, [...(byClient.get(row.client_id) ?? []), row])
  return byClient
}

/**
 * Yield last month's statement of one client, or of each client that has channels, to that client only. `failed` is
 * called for each statement that could not be created.
 */
async function* statements(
  ctx: SignedInContext,
  schedule: StoredSchedule,
  { calls, day, isDone, failed }: Producing,
): AsyncGenerator<ScheduledOutput> {
  const month = lastMonth(day)
  const one = schedule.of_client_id
  const wanted =
    one === null ? await channelsOfClients(ctx, schedule) : new Map([[one, await channelsOf(ctx, schedule)]])
  if (wanted.size === 0) throw new RunRefused('schedules.problem.noClientChannel')
  for (const [id, channels] of wanted) {
    const left = channels.filter((channel) => !isDone(channel.id))
    if (left.length === 0) continue
    try {
      yield { channels: left, file: await collect(await calls.statement(ctx, { id, month, forClient: true })) }
    } catch (error) {
      if (one !== null || !(error instanceof Error)) throw error
      failed(error)
    }
  }
}

async function* digests(
  ctx: SignedInContext,
  schedule: StoredSchedule,
  { day, now, since, isDone }: Producing,
): AsyncGenerator<ScheduledOutput> {
  const book = await ctx.services.places.book()
  const { timeZone } = ctx.config
  const channels = (await channelsOf(ctx, schedule)).filter(({ id }) => !isDone(id))
  const { rows } = await sql<
    DigestChannel & { id: number }
  >`select c.id, c.company_id, c.client_id, c.language, c.least_severity, above.kind = 'headquarters' as everywhere
    from channel c join company above on above.id = c.company_id where c.id = any(${channels.map(({ id }) => id)}::int[])`.execute(
    ctx.db,
  )
  for (const channel of channels) {
    const row = rows.find(({ id }) => id === channel.id)
    if (!row) continue
    const message = await digestFor({ db: ctx.db, book, url: consoleUrl(ctx.config), timeZone }, row, {
      day,
      now,
      since,
    })
    yield { channels: [channel], message: { ...message, type: 'schedule.digest' } }
  }
}

export type Producing = {
  calls: ScheduledCalls
  /** The business day of the run. */
  day: string
  now: Date
  /** Start of the period of a digest. */
  since: Date
  /** Return whether a channel has received its part of this run already, before a process died. */
  isDone: (channelId: number) => boolean
  failed: (error: Error) => void
}

/**
 * Yield what a schedule sends, piece by piece, with the permissions of its owner.
 * @throws RunRefused, and any error of the calls
 */
export function produce(
  ctx: SignedInContext,
  schedule: StoredSchedule,
  producing: Producing,
): AsyncGenerator<ScheduledOutput> {
  if (schedule.content === 'digest') return digests(ctx, schedule, producing)
  return schedule.content === 'statement' ? statements(ctx, schedule, producing) : lists(ctx, schedule, producing)
}
