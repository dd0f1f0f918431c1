import { sql } from 'kysely'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { createRow, recordKind, savedAs } from '#server/db/records.ts'
import { changeable, visible } from '#server/db/visible.ts'
import { chosenChannels } from '#server/features/channels/chosen-channels.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AlertRuleListRequest, AlertRulePreviewRequest, AlertRuleRow, AlertRuleSave } from '#shared/alert-rules.ts'
import { type AlertThreshold, type AlertThresholds, alertKinds } from '#shared/alerts.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Page } from '#shared/paging.ts'
import { namesOf } from './alert-rows.ts'
import { changePlaced, deletePlaced, loggedAfter, placeWithin } from './place-records.ts'
import { type PlaceColumns, placeColumns } from './places.ts'

const columns = [
  ...([
    'company_id',
    'site_id',
    'client_id',
    'account_id',
    'type',
    'kind',
    'severity',
    'machines',
    'percent',
    'days',
    'hours',
    'by_time',
  ] as const),
  ...(['enabled', 'channel_ids', 'steps', 'update_time'] as const),
] as const
const record = recordKind({ table: 'alert_rule', kind: 'alert_rule', columns, marksDeleted: true })

type Stored = PlaceColumns &
  Pick<AlertRuleRow, 'id' | 'kind' | 'severity' | 'enabled' | 'steps' | keyof AlertThresholds> & {
    by_time: string | null
    channel_ids: number[] | null
    update_time: Date
    row_version: number
  }

/** Return the thresholds of a rule. A threshold that its kind does not have is null. */
export function thresholdsOf(rule: AlertRulePreviewRequest): AlertThresholds & { by_time: string | null } {
  const has: readonly AlertThreshold[] = alertKinds[rule.kind].thresholds
  const kept = <Value>(name: AlertThreshold, value: Value | undefined): Value | null =>
    has.includes(name) ? (value ?? null) : null
  return {
    machines: kept('machines', rule.machines),
    percent: kept('percent', rule.percent),
    days: kept('days', rule.days),
    hours: kept('hours', rule.hours),
    by_time: kept('byTime', rule.byTime),
  }
}

/** Return the rules of the bases that the caller sees. @throws AppError NOT_FOUND */
export async function findRules(ctx: SignedInContext, request: AlertRuleListRequest): Promise<Page<AlertRuleRow>> {
  const { companyId, kind } = request
  const shown = await visible(ctx, 'alert_rule', { companyId })
  const ofKind = kind === undefined ? sql`` : sql` and kind = ${kind}`
  const page = await findShortPage<Stored>(ctx.readDb, request, {
    from: sql`from alert_rule where ${shown}${ofKind}`,
    order: sql`order by company_id, kind, coalesce(site_id, 0), id`,
  })
  const book = await ctx.services.places.book()
  const isDeleted = ({ site_id, client_id, account_id }: Stored): boolean =>
    [
      site_id !== null && book.companies.get(site_id),
      client_id !== null && book.clients.get(client_id),
      account_id !== null && book.accounts.get(account_id),
    ].some((place) => place !== false && place?.deleted !== false)
  return shownPage(page, (row) => ({
    ...namesOf(row, book),
    ...{
      id: row.id,
      kind: row.kind,
      severity: row.severity,
      machines: row.machines,
      percent: row.percent,
      days: row.days,
      hours: row.hours,
    },
    ...{
      byTime: row.by_time,
      enabled: row.enabled,
      channelIds: row.channel_ids,
      steps: row.steps,
      placeDeleted: isDeleted(row),
    },
    updateTimeStr: businessTime(row.update_time, ctx.config.timeZone),
    rowVersion: row.row_version,
  }))
}

/**
 * Check the channels that the caller has added to a rule: the caller must be allowed to send to them. Channels that the
 * rule already has stay valid, no matter who added them.
 * @throws AppError VALIDATION both for a channel that does not exist and for one of somebody else
 */
async function checkChannels(
  ctx: SignedInContext,
  { channelIds, steps }: AlertRuleSave,
  known: readonly number[],
): Promise<void> {
  const given = [...(channelIds ?? []), ...steps.map(({ channelId }) => channelId)]
  await chosenChannels(
    ctx,
    given.filter((id) => !known.includes(id)),
  )
}

/**
 * Create a rule, or change one. A rule cannot move to another base.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS; DUPLICATE for a second rule of the same kind and place
 */
export async function saveRule(
  ctx: SignedInContext,
  input: AlertRuleSave,
): Promise<{ id: number; rowVersion: number }> {
  const { id, rowVersion, kind, severity, enabled, channelIds, steps } = input
  const values = {
    kind,
    severity,
    enabled,
    ...thresholdsOf(input),
    channel_ids: channelIds ?? null,
    steps: JSON.stringify(steps),
  }
  if (id === undefined) {
    await checkChannels(ctx, input, [])
    const created = { ...values, ...(await placeColumns(ctx, input)), user_id: ctx.viewer.userId }
    return savedAs(await createRow(ctx, record, { ...loggedAfter('alertRules.save'), values: created }))
  }
  const changeableRows = await changeable(ctx, 'alert_rule')
  const { rows } = await sql<
    Pick<Stored, 'company_id' | 'channel_ids' | 'steps'>
  >`select company_id, channel_ids, steps from alert_rule where id = ${id} and ${changeableRows}`.execute(ctx.db)
  const [stored] = rows
  await checkChannels(ctx, input, [
    ...(stored?.channel_ids ?? []),
    ...(stored?.steps ?? []).map(({ channelId }) => channelId),
  ])
  const place = await placeWithin(ctx, stored, input)
  return changePlaced(ctx, record, { id, rowVersion }, { action: 'alertRules.save', set: { ...values, ...place } })
}

/** Delete a rule. The clock ends its open events. @throws AppError NOT_FOUND */
export const deleteRule = (ctx: SignedInContext, id: number): Promise<{ id: number }> =>
  deletePlaced(ctx, record, id, 'alertRules.delete')
