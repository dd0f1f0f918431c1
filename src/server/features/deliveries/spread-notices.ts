import { type Kysely, sql, type Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import { tryLock } from '#server/db/advisory-locks.ts'
import type { Database } from '#server/db/tables.ts'
import { consoleUrl } from '#server/services/outbound/outbound.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Places } from '#server/services/places/places.ts'
import type { AlertMoment } from '#shared/alerts.ts'
import { severities } from '#shared/channels.ts'
import { alertMessage } from './alert-message.ts'
import { createGathering, paceOn, urgencyOf } from './gathering.ts'
import { momentFor } from './moment-for.ts'
import { placeName } from './place-name.ts'
import { type NoticedAlert, type Recipient, recipientsOf } from './recipients.ts'

export type Spreading = {
  places: Pick<Places, 'book' | 'refresh'>
  config: Pick<Config, 'timeZone' | 'publicUrl' | 'host' | 'port'>
  clock: () => Date
}

type Notice = NoticedAlert & { id: string; moment: AlertMoment; at: Date; count: number }
/** A due escalation step of a rule: nobody has acknowledged the event for the time of the step. */
type Step = Notice & { step: number; channel_id: number }

const mostAtOnce = 100
/**
 * A lock for one process at a time, because the notice of an event's end must not be processed before the message of
 * its beginning is written.
 */
const turn = sql<{ locked: boolean }>`select ${tryLock('notices')} as locked`
const alertColumns = sql`a.id as alert_id, a.company_id, a.site_id, a.client_id, a.account_id, a.type, a.kind, a.severity, a.opened_at, a.resolved_at,
  a.count_of, a.batch_id, r.channel_ids`

type Writing = {
  trx: Transaction<Database>
  book: PlaceBook
  gathering: ReturnType<typeof createGathering>
  spreading: Spreading
}

async function write(
  { trx, book, gathering, spreading: { config, clock } }: Writing,
  notice: Notice,
  recipient: Recipient,
  step: number,
): Promise<void> {
  const { own, language } = recipient
  const moment = await momentFor(trx, notice, recipient)
  if (moment === null) return
  const message = alertMessage(
    {
      alertId: notice.alert_id,
      kind: notice.kind,
      severity: notice.severity,
      moment,
      place: placeName(book, notice, recipient.client_id),
      base: book.companies.get(notice.company_id)?.name ?? '',
      type: notice.type,
      count: own ?? notice.count,
      of: own === null ? notice.count_of : null,
      openedAt: notice.opened_at,
      resolvedAt: notice.resolved_at,
      batchId: own === null ? notice.batch_id : null,
      at: notice.at,
    },
    { language, timeZone: config.timeZone, url: consoleUrl(config) },
  )
  const now = clock()
  // An escalation is sent at once.
  const pace = step > 0 ? null : paceOn(recipient.kind, notice.severity, moment)
  const due = await gathering(recipient.id, pace)
  await sql`insert into delivery (company_id, channel_id, alert_id, notice_id, step, message, due, create_time, urgency)
    values (${recipient.company_id}, ${recipient.id}, ${notice.alert_id}, ${notice.id}, ${step}, ${JSON.stringify(message)}::jsonb, ${due}, ${now}, ${urgencyOf(pace)})
    on conflict (notice_id, channel_id, step) do nothing`.execute(trx)
}

/**
 * Return the due steps of rules whose event nobody has acknowledged. Each step is sent once, with the newest notice of
 * the event.
 */
async function dueSteps(trx: Transaction<Database>, now: Date): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select ${alertColumns}, n.id, n.moment, ${now}::timestamptz as at, n.count, step.place::int as step, (step.setting->>'channelId')::int as channel_id
    from alert a join alert_rule r on r.id = a.rule_id
    cross join lateral jsonb_array_elements(r.steps) with ordinality step(setting, place)
    join channel c on c.id = (step.setting->>'channelId')::int and c.state = 'on' and c.deleted_at is null
      and array_position(${[...severities]}::text[], a.severity) >= array_position(${[...severities]}::text[], c.least_severity)
    join lateral (select id, moment, count from alert_notice where alert_id = a.id order by id desc limit 1) n on true
    where a.resolved_at is null and a.acknowledged_at is null and a.muted_by is null
      and a.opened_at <= ${now}::timestamptz - make_interval(mins => (step.setting->>'afterMinutes')::int)
      and not exists (select from delivery d where d.alert_id = a.id and d.step = step.place and d.channel_id = (step.setting->>'channelId')::int)
    order by a.id, step.place limit ${mostAtOnce}`.execute(trx)
  return rows
}

/**
 * Create messages from new notices, each with the scope and in the language of its channel. With `withSteps`, also from
 * due escalation steps.
 * @returns how many notices
 */
export async function spreadNotices(db: Kysely<Database>, spreading: Spreading, withSteps: boolean): Promise<number> {
  const { places, clock } = spreading
  const now = clock()
  const { rows: waiting } = await sql`select 1 from alert_notice where taken_at is null limit 1`.execute(db)
  if (waiting.length === 0 && !withSteps) return 0
  await places.refresh()
  const book = await places.book()
  return db.transaction().execute(async (trx) => {
    const { rows: turns } = await turn.execute(trx)
    if (!turns[0]?.locked) return 0
    const { rows: notices } = await sql<Notice>`select ${alertColumns}, n.id, n.moment, n.at, n.count
      from alert_notice n join alert a on a.id = n.alert_id left join alert_rule r on r.id = a.rule_id
      where n.taken_at is null order by n.id limit ${mostAtOnce}`.execute(trx)
    const writing: Writing = { trx, book, gathering: createGathering(trx, now), spreading }
    for (const notice of notices) {
      for (const recipient of await recipientsOf(trx, notice, notice.moment)) await write(writing, notice, recipient, 0)
    }
    if (notices.length > 0)
      await sql`update alert_notice set taken_at = ${now} where id = any(${notices.map(({ id }) => id)}::bigint[])`.execute(
        trx,
      )
    const steps = withSteps ? await dueSteps(trx, now) : []
    for (const step of steps) {
      const recipient = (await recipientsOf(trx, { ...step, channel_ids: [step.channel_id] }, step.moment, true)).find(
        ({ id }) => id === step.channel_id,
      )
      if (recipient) await write(writing, step, recipient, step.step)
    }
    return notices.length
  })
}
