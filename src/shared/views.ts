import { z } from 'zod'
import { closedRequest } from './request-fields.ts'

/** Every list whose views can be saved. A new list adds its name here and shows `ListTools`. */
export const viewScreens = [
  ...([
    'devices',
    'warnings',
    'repairs',
    'clients',
    'sites',
    'users',
    'audit',
    'feedBatches',
    'feedConflicts',
    'projects',
  ] as const),
  ...(['alerts', 'alertRules', 'silences'] as const),
  ...(['reports', 'reservations', 'traces', 'testees', 'classes', 'measures', 'stations'] as const),
  ...(['materials', 'materialTypes', 'models', 'tagTypes', 'stock', 'fitted', 'goodsOrders'] as const),
  ...(['channels', 'schedules', 'deliveries', 'feedSources'] as const),
] as const
const ViewScreen = z.enum(viewScreens)
export type ViewScreen = z.output<typeof ViewScreen>

const longestViewName = 40
/** More of one list would be a list nobody reads. */
export const maxViews = 50

export const ViewsRequest = closedRequest({ screen: ViewScreen })
export const ViewSaveRequest = closedRequest({
  screen: ViewScreen,
  name: z.string().trim().min(1).max(longestViewName),
  /** The part of the address after the path: filters and order, without a page. */
  query: z
    .string()
    .max(1_000)
    .regex(/^(\?[\w%&=.+*~-]*)?$/),
  /** Names of the hidden columns; null = a list without columns. */
  hidden: z.array(z.string().max(64)).max(64).nullable(),
  /** For the staff of the base, not for oneself alone. */
  shared: z.boolean(),
})

export type SavedView = {
  id: number
  name: string
  query: string
  hidden: string[] | null
  shared: boolean
  own: boolean
  owner: string
  mayDelete: boolean
}

/** What an address holds beside filters and order: a page, an open drawer, a chosen point. It belongs to a moment, not to a view. */
const ofTheMoment = ['page', 'device', 'batch', 'at', 'part', 'tab', 'active', 'ledger']

/** The part of an address (after `?`) that a view keeps; empty or with a leading `?`. */
export function viewQueryOf(search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of ofTheMoment) parameters.delete(name)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
