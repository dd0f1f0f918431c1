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
/** A longer list of views would be unreadable. */
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
  /** Visible to the staff of the base, not only to its creator. */
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

/**
 * Parameters of an address other than filters and order: a page, an open drawer, a selected point. They are temporary
 * and not part of a view.
 */
const ofTheMoment = ['page', 'device', 'batch', 'at', 'part', 'tab', 'active', 'row']

/** Return the part of an address (after `?`) that a view stores; empty or with a leading `?`. */
export function viewQueryOf(search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of ofTheMoment) parameters.delete(name)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
