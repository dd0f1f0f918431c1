import type { SignedInContext } from '#server/trpc.ts'
import { type ReplayedMoment, replay, type Step } from '#shared/alert-replay.ts'
import type { AlertRulePreview, AlertRulePreviewRequest } from '#shared/alert-rules.ts'
import { previewDays } from '#shared/alert-rules.ts'
import type { AlertSeverity } from '#shared/alerts.ts'
import { businessDay, instantOf } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { gather, paceOf } from '#shared/message-gathering.ts'
import { type PlaceColumns, placeColumns } from './places.ts'
import { daysWithin, failureSteps, ownerSteps, shareSteps, silenceSteps } from './preview-days.ts'
import { add, conflictSteps, type History, outageSteps, presentSteps, type SiteSteps } from './preview-history.ts'
import { thresholdsOf } from './rule-records.ts'

const dayMs = 86_400_000
const isNarrowed = ({ client_id, account_id, type }: PlaceColumns): boolean =>
  [client_id, account_id, type].some((column) => column !== null)

/** Return the steps found at each site in the period, and whether they are complete. */
async function stepsOf(history: History, rule: AlertRulePreviewRequest): Promise<{ sites: SiteSteps; exact: boolean }> {
  switch (rule.kind) {
    case 'site.outage':
      return outagesOf(history, isNarrowed(history.place))
    case 'share.low':
      return { sites: await shareSteps(history), exact: true }
    case 'site.silent':
      return { sites: await silenceSteps(history, rule.byTime ?? '12:00'), exact: true }
    case 'feed.failed':
      return { sites: await failureSteps(history), exact: true }
    case 'conflict.open':
      return { sites: await conflictSteps(history, rule.hours ?? 1), exact: true }
    default:
      return { sites: await presentSteps(history, rule.kind, rule.days ?? 1), exact: false }
  }
}

/**
 * Return the steps of outages. Batches have exact transitions per site. Narrowed rules, and the days before the first
 * batch with transitions, have only day figures.
 */
async function outagesOf(history: History, narrowed: boolean): Promise<{ sites: SiteSteps; exact: boolean }> {
  const batches: SiteSteps = narrowed ? new Map() : await outageSteps(history)
  const first = Math.min(...[...batches.values()].flat().map(({ at }) => at))
  if (first <= history.from.getTime() + dayMs) return { sites: batches, exact: true }
  const sites: SiteSteps = new Map()
  const isBefore = (at: number) =>
    !Number.isFinite(first) ||
    businessDay(new Date(at), history.timeZone) < businessDay(new Date(first), history.timeZone)
  for (const [siteId, steps] of await ownerSteps(history))
    for (const step of steps) if (isBefore(step.at)) add(sites, siteId, step)
  const exact = sites.size === 0 && batches.size > 0
  for (const [siteId, steps] of batches) for (const step of steps) add(sites, siteId, step)
  return { sites, exact }
}

/** Group the notices of one rule into messages, as for a channel that gets no other notices. */
const messagesOf = (moments: readonly ReplayedMoment[], severity: AlertSeverity) =>
  gather(moments.map((one) => ({ ...one, pace: paceOf(severity, one.moment) })))

function busiest(messages: readonly { at: number }[], timeZone: string): AlertRulePreview['busiestDay'] {
  const days = new Map<string, number>()
  for (const { at } of messages) {
    const day = businessDay(new Date(at), timeZone)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  const [worst] = [...days].sort(([, left], [, right]) => right - left)
  return worst ? { day: worst[0], messages: worst[1] } : null
}

/**
 * Count the notices that a rule would have sent in the last days. It reads batches, roll-ups and records, never single
 * machines.
 * @throws AppError NOT_FOUND for a place out of scope
 */
export async function previewRule(ctx: SignedInContext, rule: AlertRulePreviewRequest): Promise<AlertRulePreview> {
  const place = await placeColumns(ctx, rule)
  const { timeZone } = ctx.config
  const now = ctx.clock()
  const isByLeaves = (rule.kind === 'share.low' || rule.kind === 'site.outage') && isNarrowed(place)
  const days = isByLeaves ? await daysWithin({ db: ctx.readDb, place }, previewDays) : previewDays
  const firstDay = addDays(businessDay(now, timeZone), 1 - days)
  const history: History = {
    db: ctx.readDb,
    place,
    now,
    timeZone,
    firstDay,
    from: instantOf(`${firstDay} 00:00:00`, timeZone),
  }
  const { sites, exact } = await stepsOf(history, rule)
  const { machines, percent } = thresholdsOf(rule)
  const moments = [...sites.values()].flatMap((steps) =>
    replay(inOrder(steps), { machines, percent }, rule.severity, now.getTime()),
  )
  const messages = messagesOf(moments, rule.severity)
  return {
    days,
    events: moments.filter(({ moment }) => moment === 'opened').length,
    messages: messages.length,
    busiestDay: busiest(messages, timeZone),
    exact,
  }
}
const inOrder = (steps: readonly Step[]): Step[] => [...steps].sort((left, right) => left.at - right.at)
