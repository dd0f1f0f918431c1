import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Message } from '#server/services/messages/message.ts'
import { consoleUrl } from '#server/services/outbound/outbound.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { ownerKinds } from '#shared/alerts.ts'
import { businessDay, instantOf } from '#shared/business-time.ts'
import { type Severity, severities } from '#shared/channels.ts'
import type { Day } from '#shared/dates.ts'
import type { Language } from '#shared/i18n/index.ts'
import { messageWord } from '#shared/i18n/messages.ts'
import { alertMessage } from './alert-message.ts'
import { placeName } from './place-name.ts'
import type { NoticedAlert } from './recipients.ts'
import type { Spreading } from './spread-notices.ts'

/** The columns of a channel that decide which events it gets; `everywhere` = it belongs to headquarters. */
export type DigestChannel = {
  company_id: number
  client_id: number | null
  language: Language
  least_severity: Severity
  everywhere: boolean
}
type Channel = DigestChannel & { id: number; digest_at: string; update_time: Date }
type DigestEvent = NoticedAlert & { count_now: number; own: number | null; acknowledged_at: Date | null }

const dayMs = 86_400_000
const mostWorst = 5
/** The most events that a digest counts; no reader needs more in one message. */
const mostEvents = 1_000

/**
 * Return the channels whose digest of this day is due and not written. A channel changed after its time starts the next
 * day.
 */
async function dueChannels(db: Kysely<Database>, day: Day, now: Date, timeZone: string): Promise<Channel[]> {
  const { rows } =
    await sql<Channel>`select c.id, c.company_id, c.client_id, c.language, c.least_severity, c.digest_at, c.update_time, above.kind = 'headquarters' as everywhere
    from channel c join company above on above.id = c.company_id
    where c.digest_at is not null and c.state = 'on' and c.deleted_at is null and not exists (select from delivery d where d.channel_id = c.id and d.digest_day = ${day})
    order by c.id`.execute(db)
  return rows.filter(({ digest_at, update_time }) => {
    const due = instantOf(`${day} ${digest_at}:00`, timeZone)
    return due <= now && update_time < due
  })
}

/**
 * Return the events in the scope of a channel that are open, or began or ended since `since`, worst first. A client's
 * channel gets events with machines of that client.
 */
async function eventsOf(
  db: Kysely<Database>,
  { company_id, client_id, least_severity, everywhere }: DigestChannel,
  since: Date,
): Promise<DigestEvent[]> {
  const accepted = severities.slice(severities.indexOf(least_severity))
  const within =
    client_id !== null
      ? sql`own.machines > 0 and a.kind = any(${[...ownerKinds]}::text[])`
      : everywhere
        ? sql`true`
        : sql`a.company_id = ${company_id}`
  const { rows } =
    await sql<DigestEvent>`select a.id as alert_id, a.company_id, a.site_id, a.client_id, a.account_id, a.type, a.kind, a.severity, a.opened_at, a.resolved_at,
      a.count_of, a.batch_id, a.count_now, a.acknowledged_at, null as channel_ids, case when ${client_id}::int is null then null else own.machines end as own
    from alert a left join alert_owner own on own.alert_id = a.id and own.owner_kind = 'client' and own.owner_id = ${client_id}::int
    where (a.resolved_at is null or a.resolved_at > ${since}) and a.severity = any(${[...accepted]}::text[]) and ${within}
    order by array_position(${[...severities]}::text[], a.severity) desc, a.count_now desc, a.id desc limit ${mostEvents}`.execute(
      db,
    )
  return rows
}

type Given = { day: Day; now: Date; since: Date; lineOf: (event: DigestEvent) => string; url: string }

/** Build the digest: the counts since the last day, and the five worst open events. */
function digestOf(
  { language }: Pick<DigestChannel, 'language'>,
  events: readonly DigestEvent[],
  { day, now, since, lineOf, url }: Given,
): Message {
  const open = events.filter(({ resolved_at }) => resolved_at === null)
  const begun = events.filter(({ opened_at }) => opened_at > since).length
  const ended = events.length - open.length
  const worst = open.slice(0, mostWorst)
  const figures = { open: open.length, begun, ended }
  const more =
    open.length > mostWorst ? [messageWord(language, 'message.digest.more', { count: open.length - mostWorst })] : []
  return {
    type: 'digest',
    severity: worst[0]?.severity ?? 'notice',
    language,
    title: messageWord(language, 'message.digest.title', { day, ...figures }),
    lines: open.length === 0 ? [messageWord(language, 'message.digest.none')] : [...worst.map(lineOf), ...more],
    link: { text: messageWord(language, 'message.alert.open'), url: `${url}/alerts/index` },
    data: { day, ...figures, alertIds: worst.map(({ alert_id }) => alert_id) },
    at: now.toISOString(),
  }
}

type Writing = { db: Kysely<Database>; book: PlaceBook; url: string; timeZone: string }

/**
 * Build the digest of a day for a channel, with the counts and names of its scope. Events count as new since `since`.
 */
export async function digestFor(
  { db, book, url, timeZone }: Writing,
  channel: DigestChannel,
  { day, now, since }: Pick<Given, 'day' | 'now' | 'since'>,
): Promise<Message> {
  const { client_id, language } = channel
  const lineOf = (event: DigestEvent) => {
    const { title, lines } = alertMessage(
      {
        ...{
          alertId: event.alert_id,
          kind: event.kind,
          severity: event.severity,
          moment: 'opened',
          place: placeName(book, event, client_id),
          base: book.companies.get(event.company_id)?.name ?? '',
          type: event.type,
        },
        ...{ count: event.own ?? event.count_now, of: event.own === null ? event.count_of : null },
        ...{ openedAt: event.opened_at, resolvedAt: null, batchId: null, at: now },
      },
      { language, timeZone, url },
    )
    const known = event.acknowledged_at === null ? [] : [messageWord(language, 'message.digest.acknowledged')]
    return [title, ...lines, ...known].join(language === 'zh' ? '，' : ', ')
  }
  return digestOf(channel, await eventsOf(db, channel, since), { day, now, since, lineOf, url })
}

/** Write the digest of the business day once for each channel whose time has passed. @returns how many */
export async function writeDigests(db: Kysely<Database>, { places, config, clock }: Spreading): Promise<number> {
  const now = clock()
  const { timeZone } = config
  const day = businessDay(now, timeZone)
  const channels = await dueChannels(db, day, now, timeZone)
  if (channels.length === 0) return 0
  await places.refresh()
  const writing = { db, book: await places.book(), url: consoleUrl(config), timeZone }
  const since = new Date(now.getTime() - dayMs)
  for (const channel of channels) {
    const { id, company_id } = channel
    const message = await digestFor(writing, channel, { day, now, since })
    await sql`insert into delivery (company_id, channel_id, message, due, create_time, digest_day)
      values (${company_id}, ${id}, ${JSON.stringify(message)}::jsonb, ${now}, ${now}, ${day}) on conflict (channel_id, digest_day) do nothing`.execute(
      db,
    )
  }
  return channels.length
}
