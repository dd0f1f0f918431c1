import { z } from 'zod'
import { type RateLine, rates, SeriesRequest, type StackedStates } from './charts.ts'
import { Day } from './dates.ts'
import { type DeviceState, type DeviceType, deviceStates } from './devices.ts'
import { type Page, Paging } from './paging.ts'
import { closedRequest } from './request-fields.ts'
import type { EventCause } from './transitions.ts'

const { companyId, clientId, accountId, siteId, type, state } = SeriesRequest.shape
const place = { companyId, clientId, accountId, siteId, type, ...Paging.shape }

/** The counts in the months of machine types, over the known days. */
export const serviceParts = ['inService', 'online'] as const
/**
 * The part of a day at a chart point: the devices in a state, the numerator of a rate, or those in service or online.
 */
export const dayParts = [...deviceStates, ...rates.map((rate) => `${rate}Rate` as const), ...serviceParts] as const
export const DayPart = z.enum(dayParts)
export type DayPart = z.output<typeof DayPart>

/** The devices of a chart point. */
export const DayDevicesRequest = closedRequest({ ...place, day: Day, part: DayPart })
export type DayDevicesRequest = z.output<typeof DayDevicesRequest>
/** Changes of state from `start` to `end`, both inclusive; `state` = only changes into or out of it. */
export const DayChangesRequest = closedRequest({ ...place, start: Day, end: Day, state })
export type DayChangesRequest = z.output<typeof DayChangesRequest>

/** Why a device changed, by whom and when. */
export type DayChange = {
  from: DeviceState | null
  to: DeviceState
  cause: EventCause | 'void' | 'undo'
  note: string | null
  /** Name of the user; null = the feed, the terminal, or hidden from the reader. */
  by: string | null
  /** ISO instant */
  at: string
}
type DayRow = { deviceId: number; serial: string; site: string | null; client: string | null; account: string | null }
/** A device as counted on that day, with the last change of that day. */
export type DayDevice = DayRow & {
  type: DeviceType
  state: DeviceState
  hashAvg: number | null
  change: DayChange | null
}
export type ChangedDevice = DayRow & DayChange & { eventId: string }
export type DayDevices = Page<DayDevice>
/**
 * `searchedFrom` = if there are more changes than one call reads, only those since this ISO instant were searched; use
 * a shorter range to find earlier ones.
 */
export type DayChanges = Page<ChangedDevice> & { searchedFrom?: string }

/** All data over time of one place, from one read: the charts cannot disagree. */
export type PlaceHistory = { stack: StackedStates; rates: Record<(typeof rates)[number], RateLine> }

/** The share of a fleet that a day's feed reported; null for a reader who does not own the sites. */
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
