import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { mergedMessage } from '#server/services/messages/merged.ts'
import type { Message } from '#server/services/messages/message.ts'
import type { ChannelKind } from '#shared/channels.ts'
import { mostAMinute } from '#shared/deliveries.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Urgency } from './gathering.ts'
import { groupMessage, isAnyUrgent, type Part, takenBackUnsent } from './group-message.ts'

/** A message that this process sends now. */
export type DueMessage = {
  id: number
  messageId: string
  channelId: number
  attempts: number
  message: Message
  kind: ChannelKind
  sealed: Buffer | null
  recipients: string | null
  runId: number | null
  fileId: number | null
}

type Channel = { id: number; kind: ChannelKind; sealed: Buffer | null; recipients: string | null; language: Language }
type Due = {
  id: number
  message_id: string
  attempts: number
  message: Message
  run_id: number | null
  file_id: number | null
  urgency: Urgency | null
}
const columns = sql`id, message_id, attempts, message, run_id, file_id, urgency`

/**
 * How many seconds a message is reserved for the process that sends it, longer than any attempt. After a crash another
 * process takes it.
 */
export const holdSeconds = 60
const channelsAtOnce = 8
const messagesOfOthers = 20
/** The most messages merged for a robot at a time. More are merged later. */
const mostMerged = 500
const robots: readonly ChannelKind[] = ['wecom', 'dingtalk', 'feishu']

async function triedLately(trx: Transaction<Database>, channelId: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - 60_000)
  const { rows } = await sql<{ tries: number }>`
    select count(*)::int as tries from delivery where channel_id = ${channelId} and last_try > ${since}`.execute(trx)
  return rows[0]?.tries ?? 0
}

const partOf = ({ message_id, message }: Due): Part => ({ id: message_id, message })

type Joining = {
  joined: (parts: readonly Part[], language: Language) => Message
  isUrgent: (parts: readonly Part[]) => boolean
}
const asGroup: Joining = { joined: groupMessage, isUrgent: isAnyUrgent }

/** Merge all of `due` into the first one, which keeps its id. */
async function merge(
  trx: Transaction<Database>,
  due: readonly Due[],
  language: Language,
  { joined, isUrgent }: Joining,
): Promise<Due | null> {
  const [carrier, ...others] = due
  if (!carrier || others.length === 0) return carrier ?? null
  const parts = due.map(partOf)
  const message = joined(parts, language)
  const urgency = isUrgent(parts) ? 'urgent' : carrier.urgency === null ? null : 'usual'
  await trx
    .updateTable('delivery')
    .set({ message: JSON.stringify(message), urgency })
    .where('id', '=', carrier.id)
    .execute()
  await sql`update delivery set state = 'merged', merged_into = ${carrier.id} where id = any(${others.map(({ id }) => id)}::int[])`.execute(
    trx,
  )
  return { ...carrier, message }
}

/** Merge several messages into a list with one line each. It is urgent if one of them is. */
const asList = (due: readonly Due[]): Joining => ({
  joined: mergedMessage,
  isUrgent: () => due.some(({ urgency }) => urgency === 'urgent'),
})

const isGathered = ({ attempts, urgency }: Due): boolean => attempts === 0 && urgency !== null

/**
 * Merge the event messages of a channel for people into one: a due message also contains those that would wait for it.
 */
async function gathered(trx: Transaction<Database>, channel: Channel, due: readonly Due[], now: Date): Promise<Due[]> {
  const fresh = due.filter(isGathered)
  if (fresh.length === 0) return [...due]
  const { rows: waiting } =
    await sql<Due>`select ${columns} from delivery where channel_id = ${channel.id} and state = 'due' and due > ${now}
    and attempts = 0 and urgency is not null order by id limit ${mostMerged} for update skip locked`.execute(trx)
  const found = [...fresh, ...waiting].sort((left, right) => left.id - right.id)
  const gone = takenBackUnsent(found.map(partOf))
  if (gone.size > 0)
    await sql`update delivery set state = 'dropped' where message_id = any(${[...gone]}::uuid[])`.execute(trx)
  const parts = found.filter(({ message_id }) => !gone.has(message_id))
  const together = await merge(trx, parts, channel.language, asGroup)
  return [...due.filter((one) => !isGathered(one)), ...(together ? [together] : [])]
}

/**
 * Return the messages of a channel to send now. A robot gets as many as its limit per minute allows, the last one with
 * all others merged into it.
 */
async function chosenOf(trx: Transaction<Database>, channel: Channel, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`select ${columns} from delivery
    where channel_id = ${channel.id} and state = 'due' and due <= ${now} order by attempts desc, id limit ${mostMerged} for update skip locked`.execute(
    trx,
  )
  const left = robots.includes(channel.kind)
    ? mostAMinute - (await triedLately(trx, channel.id, now))
    : messagesOfOthers
  if (left <= 0) return []
  const due = await gathered(trx, channel, rows, now)
  if (due.length <= left) return due
  if (!robots.includes(channel.kind)) return due.slice(0, left)
  const alone = due.slice(0, left - 1)
  const rest = due.slice(left - 1)
  // A message that was tried before keeps its text, because the receiver may know its id. A message of a schedule keeps
  // the link to its own file.
  const fresh = rest.filter(({ attempts, run_id }) => attempts === 0 && run_id === null)
  const together = fresh.length > 0 ? await merge(trx, fresh, channel.language, asList(fresh)) : (rest[0] ?? null)
  return together ? [...alone, together] : alone
}

/**
 * Take due messages for this process, until it stores the result or a minute has passed. Several processes may call
 * this at once, but each channel is locked by one of them, so that its messages per minute are counted once.
 * @param busy channels that this process is still sending to; they get no further messages before they have answered
 */
export function takeDue(db: Kysely<Database>, now: Date, busy: readonly number[] = []): Promise<DueMessage[]> {
  return db.transaction().execute(async (trx) => {
    const { rows: channels } = await sql<Channel>`select id, kind, sealed, recipients, language from channel c
      where state = 'on' and deleted_at is null and c.id <> all(${[...busy]}::int[]) and exists (select from delivery d where d.channel_id = c.id and d.state = 'due' and d.due <= ${now})
      order by random() limit ${channelsAtOnce} for no key update skip locked`.execute(trx)
    const taken: DueMessage[] = []
    for (const { id, kind, sealed, recipients, ...channel } of channels) {
      const chosen = await chosenOf(trx, { id, kind, sealed, recipients, ...channel }, now)
      if (chosen.length === 0) continue
      const heldUntil = new Date(now.getTime() + holdSeconds * 1_000)
      await sql`update delivery set attempts = attempts + 1, last_try = ${now}, due = ${heldUntil}
        where id = any(${chosen.map((one) => one.id)}::int[])`.execute(trx)
      taken.push(
        ...chosen.map((one) => ({
          id: one.id,
          messageId: one.message_id,
          channelId: id,
          attempts: one.attempts + 1,
          message: one.message,
          kind,
          sealed,
          recipients,
          runId: one.run_id,
          fileId: one.file_id,
        })),
      )
    }
    return taken
  })
}
