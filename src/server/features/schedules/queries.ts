import { type Selectable, sql } from 'kysely'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { recordKind } from '#server/db/records.ts'
import type { ScheduleTable } from '#server/db/schedule-tables.ts'
import { containing } from '#server/db/search-texts.ts'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Page } from '#shared/paging.ts'
import type { Calendar, RunState, ScheduleListRequest, ScheduleRow } from '#shared/schedules.ts'

const columns = [
  ...([
    'company_id',
    'client_id',
    'user_id',
    'work_company_id',
    'name',
    'content',
    'list',
    'view_id',
    'filters',
    'format',
    'of_client_id',
  ] as const),
  ...(['channel_ids', 'send_as', 'every', 'weekdays', 'month_day', 'time', 'state', 'next_run', 'deleted_at'] as const),
] as const
export const scheduleRecord = recordKind({ table: 'schedule', kind: 'schedule', columns, marksDeleted: true })
export type StoredSchedule = Pick<Selectable<ScheduleTable>, (typeof columns)[number]> & {
  id: number
  row_version: number
}

export const calendarOf = ({
  every,
  weekdays,
  month_day,
  time,
}: Pick<StoredSchedule, 'every' | 'weekdays' | 'month_day' | 'time'>): Calendar => ({
  every,
  weekdays: weekdays ?? undefined,
  monthDay: month_day ?? undefined,
  time,
})

type Shown = StoredSchedule & {
  update_time: Date
  person: string | null
  view: string | null
  channels: string[] | null
  last_state: RunState | null
  last_run: Date | null
}

/**
 * Return a page of schedules by base and name, each with its last run.
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function findSchedules(ctx: SignedInContext, request: ScheduleListRequest): Promise<Page<ScheduleRow>> {
  const { companyId, name, content, state } = request
  const filters = [
    ...(name ? [sql`and name ilike ${containing(name)}`] : []),
    ...(content ? [sql`and content = ${content}`] : []),
    ...(state ? [sql`and state = ${state}`] : []),
  ]
  const page = await findShortPage<Shown>(ctx.readDb, request, {
    from: sql`from schedule where ${await visible(ctx, 'schedule', { companyId })} ${sql.join(filters, sql` `)}`,
    order: sql`order by company_id, name, id`,
    show: (shown) => sql<Shown>`select s.*, u.name as person, v.name as view,
        (select array_agg(c.name order by c.id) from channel c where c.id = any(s.channel_ids) and c.deleted_at is null) as channels,
        run.state as last_state, run.planned as last_run
      from ${shown} s left join app_user u on u.id = s.user_id left join saved_view v on v.id = s.view_id
      left join lateral (select state, planned from schedule_run r where r.schedule_id = s.id order by id desc limit 1) run on true
      order by s.company_id, s.name, s.id`,
  })
  const book = await ctx.services.places.book()
  const time = (at: Date) => businessTime(at, ctx.config.timeZone)
  return shownPage(page, (row) => ({
    ...{
      id: row.id,
      name: row.name,
      content: row.content,
      list: row.list,
      viewId: row.view_id,
      view: row.view,
      filters: row.filters,
    },
    ...{ format: row.format, sendAs: row.send_as, channelIds: row.channel_ids, channels: row.channels ?? [] },
    clientId: row.of_client_id,
    client: row.of_client_id === null ? null : (book.clients.get(row.of_client_id)?.name ?? ''),
    ...{ every: row.every, weekdays: row.weekdays, monthDay: row.month_day, time: row.time, state: row.state },
    nextRunStr: row.state === 'on' ? time(row.next_run) : null,
    lastState: row.last_state,
    lastRunStr: row.last_run && time(row.last_run),
    person: row.person,
    companyId: row.company_id,
    company: book.companies.get(row.company_id)?.name ?? '',
    updateTimeStr: time(row.update_time),
    rowVersion: row.row_version,
  }))
}

/** Return the details of a schedule for the audit log. */
export const loggedSchedule = (row: StoredSchedule): Record<string, unknown> => ({
  ...{
    name: row.name,
    content: row.content,
    list: row.list,
    viewId: row.view_id,
    filters: row.filters,
    format: row.format,
    clientId: row.of_client_id,
  },
  ...{ channelIds: row.channel_ids, sendAs: row.send_as, ...calendarOf(row), state: row.state },
})
