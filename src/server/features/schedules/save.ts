import { changeRow, createRow, deleteRow, savedAs } from '#server/db/records.ts'
import { baseOf, changeable } from '#server/db/visible.ts'
import { type ChosenChannel, chosenChannels } from '#server/features/channels/chosen-channels.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { ScheduleSave, ScheduleSwitch } from '#shared/schedules.ts'
import { nextRun } from './calendar.ts'
import { listRequest, mayExport } from './lists.ts'
import { calendarOf, loggedSchedule, scheduleRecord } from './queries.ts'

/**
 * Return whether a channel may receive a schedule. A client's channel receives only schedules of its own user, and its
 * own statement: anything else might name other clients.
 */
export const mayReceive = (
  channel: Pick<ChosenChannel, 'client_id'>,
  ownClientId: number | null,
  statementOf: number | null,
): boolean => channel.client_id === null || channel.client_id === ownClientId || channel.client_id === statementOf

/** Return the base of a schedule, null for headquarters and for a client, whose machines may be at several. */
export async function baseIdOf(
  ctx: SignedInContext,
  row: { company_id: number; client_id: number | null },
): Promise<number | null> {
  const { companies } = await ctx.services.places.book()
  return row.client_id !== null || companies.get(row.company_id)?.kind === 'headquarters' ? null : row.company_id
}

/** Return the stored values of the form; every referenced record is looked up with the caller's permissions. */
async function valuesOf(
  ctx: SignedInContext,
  input: ScheduleSave,
  place: { company_id: number; client_id: number | null },
) {
  const { viewer } = ctx
  if (viewer.userId === null) throw new AppError('FORBIDDEN')
  const {
    name,
    content,
    list,
    viewId = null,
    filters = null,
    format,
    channelIds,
    sendAs,
    every,
    weekdays,
    monthDay,
    time,
  } = input
  const ofList = content === 'list' && list !== undefined
  if (ofList) {
    if (!mayExport(viewer.role, list)) throw refusedField(ctx, 'list', 'schedules.problem.listRights')
    const requested = await listRequest(ctx, { list, viewId, filters, baseId: await baseIdOf(ctx, place) })
    if ('problem' in requested) throw refusedField(ctx, requested.field, requested.problem)
  }
  const clientId = content === 'statement' ? (place.client_id ?? input.clientId ?? null) : null
  if (clientId !== null) await ctx.services.places.narrow(ctx.scope, { clientId })
  const channels = await chosenChannels(ctx, channelIds)
  if (!channels.every((channel) => mayReceive(channel, place.client_id, clientId)))
    throw refusedField(ctx, 'channelIds', 'schedules.problem.channelOfClient')
  const calendar = { every, weekdays, monthDay, time }
  return {
    ...{
      user_id: viewer.userId,
      work_company_id: viewer.companyId,
      name,
      content,
      list: ofList ? list : null,
      view_id: ofList ? viewId : null,
    },
    filters: ofList && viewId === null && filters !== null ? JSON.stringify(filters) : null,
    ...{
      format: format ?? ('xlsx' as const),
      of_client_id: clientId,
      channel_ids: [...new Set(channelIds)],
      send_as: sendAs ?? ('file' as const),
    },
    ...{
      every,
      time,
      weekdays: every === 'week' ? [...new Set(weekdays)].sort() : null,
      month_day: every === 'month' ? (monthDay ?? null) : null,
    },
    next_run: nextRun(calendar, ctx.clock(), ctx.config.timeZone),
  }
}

/**
 * Insert a schedule, or update the one with this id, whose base never changes. From then on it runs with the
 * permissions of the caller, so that nobody receives data that they may not see.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS, FORBIDDEN for the terminal, which is no user, VALIDATION; a duplicate
 * name becomes DUPLICATE
 */
export async function saveSchedule(
  ctx: SignedInContext,
  input: ScheduleSave,
): Promise<{ id: number; rowVersion: number }> {
  const own = ctx.reach === 'client' ? ctx.viewer.clientId : null
  if (input.id === undefined) {
    const base =
      own === null
        ? await baseOf(ctx, input.companyId)
        : ((await ctx.services.places.book()).clients.get(own)?.companyId ?? ctx.viewer.tenantId)
    const place = { company_id: base, client_id: own }
    const values = { ...place, ...(await valuesOf(ctx, input, place)) }
    return savedAs(
      await createRow(ctx, scheduleRecord, {
        action: 'schedules.save',
        values,
        details: (row) => ({ after: loggedSchedule(row) }),
      }),
    )
  }
  const changeableRows = await changeable(ctx, 'schedule')
  const { id, rowVersion } = input
  const stored = await ctx.db
    .selectFrom('schedule')
    .select(['company_id', 'client_id'])
    .where('id', '=', id)
    .where(changeableRows)
    .executeTakeFirst()
  if (!stored) throw new AppError('NOT_FOUND')
  if (stored.client_id !== own) throw refusedField(ctx, 'id', 'schedules.problem.ofClient')
  const set = await valuesOf(ctx, input, stored)
  const row = await changeRow(
    ctx,
    scheduleRecord,
    { id, rowVersion },
    {
      action: 'schedules.save',
      visible: changeableRows,
      set,
      details: (before, after) => ({ before: loggedSchedule(before), after: loggedSchedule(after) }),
    },
  )
  return savedAs(row)
}

/**
 * Pause a schedule, or resume it from now on; missed runs are not repeated.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS
 */
export async function switchSchedule(
  ctx: SignedInContext,
  { id, on, rowVersion }: ScheduleSwitch,
): Promise<{ id: number; rowVersion: number }> {
  const row = await changeRow(
    ctx,
    scheduleRecord,
    { id, rowVersion },
    {
      action: 'schedules.setStatus',
      visible: await changeable(ctx, 'schedule'),
      set: (before) => ({
        state: on ? ('on' as const) : ('paused' as const),
        ...(on ? { next_run: nextRun(calendarOf(before), ctx.clock(), ctx.config.timeZone) } : {}),
      }),
      details: (before, after) => ({ before: { state: before.state }, after: { state: after.state } }),
    },
  )
  return savedAs(row)
}

/** @throws AppError NOT_FOUND */
export const deleteSchedule = async (ctx: SignedInContext, id: number): Promise<{ id: number }> =>
  deleteRow(ctx, scheduleRecord, id, {
    action: 'schedules.delete',
    visible: await changeable(ctx, 'schedule'),
    details: (before) => ({ before: loggedSchedule(before) }),
  })
