import { z } from 'zod'
import { requiredText } from './base-records.ts'
import { TimeOfDay } from './channels.ts'
import { ExportFormat, exportFormats } from './devices.ts'
import { longestSearch, Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited, wholeNumber } from './request-fields.ts'
import type { ViewScreen } from './views.ts'

/** The content to send: the events at a place, one list of the console as a file, or the statement of a client. */
export const scheduleContents = ['digest', 'list', 'statement'] as const
export type ScheduleContent = (typeof scheduleContents)[number]

/** Lists that can be sent, each with the screen whose saved views can filter it; null = none. */
export const scheduledLists = {
  devices: 'devices',
  machines: 'devices',
  warnings: 'warnings',
  repairs: 'repairs',
  dailies: null,
  days: null,
  sites: 'sites',
  clients: 'clients',
  accounts: null,
  projects: 'projects',
  orders: 'goodsOrders',
  audit: 'audit',
} as const satisfies Record<string, ViewScreen | null>
export type ScheduledList = keyof typeof scheduledLists
export const scheduledListNames = Object.keys(scheduledLists) as [ScheduledList, ...ScheduledList[]]

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]
/** How a mail carries a file; a chat always gets a link. */
export const sendWays = ['file', 'link'] as const
export type SendWay = (typeof sendWays)[number]
export const scheduleStates = ['on', 'paused'] as const
export type ScheduleState = (typeof scheduleStates)[number]
/**
 * Waiting, in progress, everything was passed to the channels, only a part of it, nothing because of a fault, or its
 * owner lacks the permission.
 */
export const runStates = ['due', 'running', 'done', 'partly', 'failed', 'refused'] as const
export type RunState = (typeof runStates)[number]

const longestName = 64
export const mostChannels = 20
const longestFilter = 200
const mostFilters = 20
const mostChoices = 20

/** The run times of a schedule, in the business time zone. */
const calendarFields = {
  every: z.enum(periods),
  /** Days of a week: 1 = Monday. */
  weekdays: unlimited(z.array(wholeNumber(1, 7)).min(1).max(7)),
  /** Day of a month; a shorter month uses its last day. */
  monthDay: unlimited(wholeNumber(1, 31)),
  /** `hh:mm`. */
  time: TimeOfDay,
}
type Calendared = { every?: unknown; weekdays?: unknown; monthDay?: unknown }
const calendarGiven = ({ every, weekdays, monthDay }: Calendared, context: z.RefinementCtx) => {
  if (every === 'week' && weekdays === undefined)
    context.addIssue({ code: 'custom', message: 'scheduleWeekdays', path: ['weekdays'] })
  if (every === 'month' && monthDay === undefined)
    context.addIssue({ code: 'custom', message: 'scheduleMonthDay', path: ['monthDay'] })
}
export const SchedulePreviewRequest = closedRequest(calendarFields).superRefine(calendarGiven)
export type Calendar = {
  every: Period
  weekdays?: readonly number[] | undefined
  monthDay?: number | undefined
  time: string
}
/** The next runs in business time. `shortened` = that month has no such day. */
export const SchedulePreview = z.object({ runs: z.array(z.object({ timeStr: z.string(), shortened: z.boolean() })) })
export type SchedulePreview = z.output<typeof SchedulePreview>

const filterValue = z.union([
  z.string().max(longestFilter),
  z.number(),
  z.boolean(),
  z.array(z.string().max(longestFilter)).max(mostChoices),
])
export const scheduleFields = {
  name: requiredText(longestName),
  content: z.enum(scheduleContents),
  /** For a list: which one. */
  list: unlimited(z.enum(scheduledListNames)),
  /** For a list: filtered by this saved view, in its version at the time of each run. */
  viewId: unlimited(Id),
  /** For a list: filters by the names of its export, instead of a view. */
  filters: unlimited(
    z.record(z.string().max(longestSearch), filterValue).refine((given) => Object.keys(given).length <= mostFilters),
  ),
  format: unlimited(ExportFormat),
  /** For a statement: the client; missing = every client, each to the client's own channels. */
  clientId: unlimited(Id),
  channelIds: z.array(Id).max(mostChannels),
  sendAs: unlimited(z.enum(sendWays)),
}
type Filled = { content?: unknown; list?: unknown; clientId?: unknown; channelIds?: unknown }
const contentGiven = ({ content, list, clientId, channelIds }: Filled, context: z.RefinementCtx) => {
  if (content === 'list' && list === undefined)
    context.addIssue({ code: 'custom', message: 'scheduleList', path: ['list'] })
  const toEach = content === 'statement' && clientId === undefined
  if (toEach && Array.isArray(channelIds) && channelIds.length > 0)
    context.addIssue({ code: 'custom', message: 'scheduleEachOwn', path: ['channelIds'] })
  if (!toEach && Array.isArray(channelIds) && channelIds.length === 0)
    context.addIssue({ code: 'custom', message: 'scheduleChannels', path: ['channelIds'] })
}
/** The form; rules across several fields are in `ScheduleSave`. */
export const ScheduleForm = z.object({
  id: unlimited(Id),
  ...scheduleFields,
  ...calendarFields,
  companyId: unlimited(Id),
  rowVersion: RowVersion,
})
/**
 * With an id it changes that schedule, which stays with its base; it runs with the permissions of the user who saved it
 * last.
 */
export const ScheduleSave = ScheduleForm.superRefine(calendarGiven).superRefine(contentGiven)
export type ScheduleSave = z.output<typeof ScheduleSave>

export const ScheduleListRequest = closedRequest({
  ...Paging.shape,
  /** A part of the name. */
  name: unlimited(z.string().trim().max(longestName)),
  content: unlimited(z.enum(scheduleContents)),
  state: unlimited(z.enum(scheduleStates)),
  companyId: unlimited(Id),
})
export type ScheduleListRequest = z.output<typeof ScheduleListRequest>
/** A user's filters of the list. */
export const ScheduleFilters = ScheduleListRequest.pick({ name: true, content: true, state: true })

export const ScheduleSwitch = z.object({ id: Id, on: z.boolean('yesNo'), rowVersion: RowVersion })
export type ScheduleSwitch = z.output<typeof ScheduleSwitch>
export const RunListRequest = closedRequest({ ...Paging.shape, id: Id })
export type RunListRequest = z.output<typeof RunListRequest>

const RowId = z.int().min(1)
export const ScheduleRow = z.object({
  id: RowId,
  name: z.string(),
  content: z.enum(scheduleContents),
  list: z.enum(scheduledListNames).nullable(),
  viewId: RowId.nullable(),
  /** The name of the view; null = none, or it was deleted. */
  view: z.string().nullable(),
  filters: z.record(z.string(), z.unknown()).nullable(),
  format: z.enum(exportFormats),
  clientId: RowId.nullable(),
  client: z.string().nullable(),
  channelIds: z.array(RowId),
  /** Names of the channels that still exist. */
  channels: z.array(z.string()),
  sendAs: z.enum(sendWays),
  every: z.enum(periods),
  weekdays: z.array(z.int()).nullable(),
  monthDay: z.int().nullable(),
  time: z.string(),
  state: z.enum(scheduleStates),
  /** Business time; null while it is paused. */
  nextRunStr: z.string().nullable(),
  lastState: z.enum(runStates).nullable(),
  lastRunStr: z.string().nullable(),
  /** The user with whose permissions it runs. */
  person: z.string().nullable(),
  companyId: RowId,
  company: z.string(),
  updateTimeStr: z.string(),
  rowVersion: RowId,
})
export type ScheduleRow = z.output<typeof ScheduleRow>

/** One run: its result, its files, and the number of its messages that were delivered. */
export const ScheduleRunRow = z.object({
  id: RowId,
  /** The planned time, business time. */
  plannedStr: z.string(),
  manual: z.boolean(),
  state: z.enum(runStates),
  endedStr: z.string().nullable(),
  /** Why nothing, or not everything, was sent. */
  problem: z.string().nullable(),
  messages: z.int().min(0),
  delivered: z.int().min(0),
  files: z.array(z.object({ fileName: z.string(), size: z.int().min(0), rows: z.int().min(0).nullable() })),
  /** Expiry of its links; null = there are none, they have expired or were revoked. */
  linksUntilStr: z.string().nullable(),
})
export type ScheduleRunRow = z.output<typeof ScheduleRunRow>

/**
 * Problems that need attention, within reach: channels switched off after failures, channels that keep failing, and
 * schedules whose last run failed: the user's own, and those whose owner no longer has the permission.
 */
export const Troubles = z.object({ channels: z.int().min(0), failing: z.int().min(0), schedules: z.int().min(0) })
export type Troubles = z.output<typeof Troubles>
