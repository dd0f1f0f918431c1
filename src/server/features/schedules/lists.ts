import { findViews } from '#server/features/views/queries.ts'
import type { ProcedurePath } from '#server/policy.ts'
import { ruleOf } from '#server/policy.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { Role } from '#shared/permissions.ts'
import { filtersOfView, scheduledRequests } from '#shared/scheduled-lists.ts'
import { type ScheduledList, scheduledLists } from '#shared/schedules.ts'

/** The call that makes the file of each list; it asks for the rights of who calls it. */
export const listCalls = {
  devices: 'devices.export',
  machines: 'devices.exportMachines',
  warnings: 'devices.exportWarnings',
  repairs: 'repairs.export',
  dailies: 'dailies.export',
  days: 'dailies.exportDays',
  sites: 'sites.export',
  clients: 'clients.export',
  accounts: 'accounts.export',
  projects: 'projects.export',
  orders: 'orders.export',
  audit: 'audit.export',
} as const satisfies Record<ScheduledList, ProcedurePath>

export const mayExport = (role: Role, list: ScheduledList): boolean => ruleOf(listCalls[list]).reach[role] !== undefined

type Narrowed = {
  list: ScheduledList
  viewId: number | null
  filters: Record<string, unknown> | null
  /** The base that the schedule belongs to; null = headquarters, or a client, whose machines may be at several. */
  baseId: number | null
}

/** What a list is asked for, or which field of the schedule is wrong. */
type ListRequest = { request: Record<string, unknown> } | { field: 'viewId' | 'filters'; problem: Word }

/**
 * What the export of a list is asked for: the filters of the saved view as it is now, or those that were given, at the base of the schedule.
 * A view that is not there for the caller any more, and filters that the list does not have, are a problem: without one of them it would show
 * more than was asked for.
 */
export async function listRequest(
  ctx: SignedInContext,
  { list, viewId, filters, baseId }: Narrowed,
): Promise<ListRequest> {
  const schema = scheduledRequests[list]
  const screen = scheduledLists[list]
  let asked = filters ?? {}
  if (viewId !== null) {
    const view = screen === null ? undefined : (await findViews(ctx, screen)).find(({ id }) => id === viewId)
    if (!view) return { field: 'viewId', problem: 'schedules.problem.view' }
    asked = filtersOfView(list, view.query)
  }
  const base =
    baseId !== null && 'companyId' in schema.shape && asked.companyId === undefined ? { companyId: baseId } : {}
  const request = { ...base, ...asked }
  return schema.safeParse(request).success
    ? { request }
    : { field: viewId === null ? 'filters' : 'viewId', problem: 'schedules.problem.filters' }
}
