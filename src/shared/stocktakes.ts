import { z } from 'zod'
import type { DeviceState } from './devices.ts'
import { type Page, Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'
import { PastedSerials } from './serial-lists.ts'

export const longestStocktakeNote = 200
/** Maximum number of serials of one group in a response and in print; `counts` counts all. */
export const shownSerials = 2_000

/** Compare scanned or pasted serials with the machines of a site, and store the result. */
export const StocktakeSave = closedRequest({
  siteId: Id,
  serials: PastedSerials,
  note: unlimited(z.string().trim().max(longestStocktakeNote)),
})
export type StocktakeSave = z.output<typeof StocktakeSave>
export const StocktakeList = closedRequest({ siteId: Id, ...Paging.shape })
export type StocktakeList = z.output<typeof StocktakeList>

/**
 * here: of the site, and found. missing: of the site, and not found. foreign: of another place that the user sees.
 * unknown: no machine that the user sees.
 */
export const stocktakeGroups = ['here', 'missing', 'foreign', 'unknown'] as const
export type StocktakeGroup = (typeof stocktakeGroups)[number]
/** `away` machines of the site are in repair or lost and not expected. `repeated` serials were scanned before. */
export type StocktakeCounts = Record<StocktakeGroup, number> & { away: number; repeated: number }

export const StocktakeGroupRequest = closedRequest({ id: Id, group: z.enum(stocktakeGroups) })

/** A machine of a group; unknown serials have neither id nor state, foreign ones name their place. */
export type StocktakeLine = { serial: string; deviceId: number | null; state: DeviceState | null; place: string | null }
export type StocktakeRow = {
  id: number
  siteId: number
  site: string
  person: string | null
  /** ISO instant */
  at: string
  note: string | null
  counts: StocktakeCounts
}
/** One stocktake with its lines, at the time of the count. */
export type Stocktake = StocktakeRow & { lines: Record<StocktakeGroup, StocktakeLine[]> }
export type StocktakePage = Page<StocktakeRow>
