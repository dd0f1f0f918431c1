import { sql } from 'kysely'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AlertAnswer, AlertNotice } from '#shared/alert-course.ts'
import type { AlertMoment } from '#shared/alerts.ts'
import type { DeliveryState } from '#shared/deliveries.ts'
import type { StoredAlert } from './alert-rows.ts'
import type { OwnerOf } from './visible-alerts.ts'

type Course = { timeline: AlertNotice[]; answers: AlertAnswer[] }
type Logged = {
  action: 'alerts.acknowledge' | 'alerts.silence'
  at: Date
  by: string | null
  details: {
    at?: string
    acknowledged?: boolean
    reason?: string
    after?: { reason?: string; starts_at?: string; ends_at?: string }
  } | null
}

const instantOf = (text: string | undefined): string | null =>
  text === undefined ? null : new Date(text).toISOString()

/** Return the acknowledgements and silences of an event from the audit log, oldest first. */
async function answersOf(
  ctx: SignedInContext,
  { id, company_id, opened_at }: StoredAlert,
  owner: OwnerOf,
): Promise<AlertAnswer[]> {
  const { rows } = await sql<Logged>`
    select l.action, l.at, coalesce(nullif(u.name, ''), l.actor) as by, l.details from audit_log l left join app_user u on u.id = l.actor_user_id
    where l.result = 'ok' and l.company_id = ${company_id} and l.at >= ${opened_at} and (
      (l.action = 'alerts.acknowledge' and l.target_kind = 'alert' and l.target_id = ${String(id)})
      or (l.action = 'alerts.silence' and l.details->>'alertId' = ${String(id)}))
    order by l.id`.execute(ctx.db)
  return rows.map(({ action, at, by, details }) => ({
    act: action === 'alerts.silence' ? 'silenced' : details?.acknowledged === false ? 'withdrawn' : 'acknowledged',
    at: instantOf(details?.at ?? details?.after?.starts_at) ?? at.toISOString(),
    // An owner of machines sees neither the names of the staff nor their reasons.
    by: owner === null ? by : null,
    reason: owner === null ? (details?.after?.reason ?? details?.reason ?? null) : null,
    until: instantOf(details?.after?.ends_at),
  }))
}

type Sent = { notice_id: string; channel: string; state: DeliveryState; tried: Date | null }

/**
 * Return the channels that each notice was sent to, as far as the caller may see them. A message that was merged into
 * another has the delivery state and time of that other message.
 */
async function sentOf(ctx: SignedInContext, id: number): Promise<Map<string, AlertNotice['channels']>> {
  const { rows } = await sql<Sent>`
    select d.notice_id::text, channel.name as channel, coalesce(twice.state, once.state, d.state) as state,
      coalesce(twice.last_try, once.last_try, d.last_try) as tried
    from delivery d join channel on channel.id = d.channel_id
      left join delivery once on once.id = d.merged_into left join delivery twice on twice.id = once.merged_into
    where d.alert_id = ${id} and d.notice_id is not null and ${await visible(ctx, 'channel')} order by d.id`.execute(
    ctx.db,
  )
  const sent = new Map<string, AlertNotice['channels']>()
  for (const { notice_id, channel, state, tried } of rows) {
    const deliveredAt = state === 'delivered' && tried !== null ? tried.toISOString() : null
    sent.set(notice_id, [...(sent.get(notice_id) ?? []), { channel, state, deliveredAt }])
  }
  return sent
}

/**
 * Return the ids of the notices that ended an acknowledgement: the first "grown" notice after each acknowledgement,
 * unless it was withdrawn before.
 */
function endingOnes(
  notices: readonly { id: string; moment: AlertMoment; at: Date }[],
  answers: readonly AlertAnswer[],
): ReadonlySet<string> {
  const acts = answers.filter(({ act }) => act !== 'silenced')
  const ending = acts.flatMap(({ act, at }, place) => {
    const next = acts[place + 1]?.at
    const grown = notices.find((notice) => notice.moment === 'grown' && notice.at.toISOString() > at)
    return act === 'acknowledged' && grown && (next === undefined || next > grown.at.toISOString()) ? [grown.id] : []
  })
  return new Set(ending)
}

/** Return the history of an event: its notices with their channels, and the answers of people. */
export async function courseOf(ctx: SignedInContext, alert: StoredAlert, owner: OwnerOf): Promise<Course> {
  const { rows: notices } = await sql<{ id: string; moment: AlertMoment; at: Date; count: number }>`
    select id::text, moment, at, count from alert_notice where alert_id = ${alert.id} order by id`.execute(ctx.db)
  const answers = await answersOf(ctx, alert, owner)
  const sent: Map<string, AlertNotice['channels']> = owner === null ? await sentOf(ctx, alert.id) : new Map()
  const ending = endingOnes(notices, answers)
  return {
    // An owner of machines must not learn how many machines of others are in the event.
    timeline: notices.map(({ id, moment, at, count }) => ({
      ...{ moment, at: at.toISOString(), count: owner === null ? count : null },
      ...{ channels: sent.get(id) ?? [], endedAcknowledgement: ending.has(id) },
    })),
    answers,
  }
}
