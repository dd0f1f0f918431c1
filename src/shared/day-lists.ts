import { z } from 'zod'
import { type RateLine, rates, SeriesRequest, type StackedStates } from './charts.ts'
import { Day } from './dates.ts'
import { type DeviceState, type DeviceType, deviceStates } from './devices.ts'
import { type Page, Paging } from './paging.ts'
import { closedRequest } from './request-fields.ts'
import type { EventCause } from './transitions.ts'

const { companyId, clientId, accountId, siteId, type, state } = SeriesRequest.shape
const place = { companyId, clientId, accountId, siteId, type, ...Paging.shape }

/** What the months of machine types count, of days of which something is known. */
export const serviceParts = ['inService', 'online'] as const
/** What a point of a chart counts: the devices of a state, the numerator of a rate, or those in service or online. */
export const dayParts = [...deviceStates, ...rates.map((rate) => `${rate}Rate` as const), ...serviceParts] as const
export const DayPart = z.enum(dayParts)
export type DayPart = z.output<typeof DayPart>

/** The devices behind a point of a chart. */
export const DayDevicesRequest = closedRequest({ ...place, day: Day, part: DayPart })
export type DayDevicesRequest = z.output<typeof DayDevicesRequest>
/** Changes of state from `start` to `end`, both inclusive; `state` = only those into it or out of it. */
export const DayChangesRequest = closedRequest({ ...place, start: Day, end: Day, state })
export type DayChangesRequest = z.output<typeof DayChangesRequest>

/** Why a device changed, by whom and when. */
export type DayChange = {
  from: DeviceState | null
  to: DeviceState
  cause: EventCause | 'void' | 'undo'
  note: string | null
  /** Name of the person; null = the feed, the terminal, or not for this reader. */
  by: string | null
  /** ISO instant */
  at: string
}
type DayRow = { deviceId: number; serial: string; site: string | null; client: string | null; account: string | null }
/** A device as it was counted on that day, with the last change of that day. */
export type DayDevice = DayRow & {
  type: DeviceType
  state: DeviceState
  hashAvg: number | null
  change: DayChange | null
}
export type ChangedDevice = DayRow & DayChange & { eventId: string }
export type DayDevices = Page<DayDevice>
/** `searchedFrom` = of more changes than one call reads, those since this ISO instant were searched; a shorter range finds what was before. */
export type DayChanges = Page<ChangedDevice> & { searchedFrom?: string }

/** Everything over time of one place, from one reading: the charts cannot disagree. */
export type PlaceHistory = { stack: StackedStates; rates: Record<(typeof rates)[number], RateLine> }

/** How much of a fleet the feed of a day told of; null for somebody who does not own the sites. */
export type Coverage = {
  date: Day
  expected: number
  reported: number
  sites: {
    siteId: number
    site: string
    expected: number
    reported: number
    status: 'complete' | 'partial' | 'missing'
  }[]
}
