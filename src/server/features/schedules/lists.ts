import { findViews } from '#server/features/views/queries.ts'
import type { ProcedurePath } from '#server/permissions.ts'
import { ruleOf } from '#server/permissions.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { Role } from '#shared/roles.ts'
import { filtersOfView, scheduledRequests } from '#shared/scheduled-lists.ts'
import { type ScheduledList, scheduledLists } from '#shared/schedules.ts'

/** The call that exports each list; it checks the permissions of its caller. */
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
  /** The base of the schedule; null = headquarters, or a client, whose machines may be at several. */
  baseId: number | null
}

/** The request of a list, or the invalid field of the schedule. */
type ListRequest = { request: Record<string, unknown> } | { field: 'viewId' | 'filters'; problem: Word }

/**
 * Build the export request of a list at the base of the schedule, from the current filters of the saved view or from
 * the given ones. A view that the caller no longer has, or a filter that the list does not support, is a problem:
 * without it the file would contain too many rows.
 */
export async function listRequest(
  ctx: SignedInContext,
  { list, viewId, filters, baseId }: Narrowed,
): Promise<ListRequest> {
  const schema = scheduledRequests[list]
  const screen = scheduledLists[list]
  let requested = filters ?? {}
  if (viewId !== null) {
    const view = screen === null ? undefined : (await findViews(ctx, screen)).find(({ id }) => id === viewId)
    if (!view) return { field: 'viewId', problem: 'schedules.problem.view' }
    requested = filtersOfView(list, view.query)
  }
  const base =
    baseId !== null && 'companyId' in schema.shape && requested.companyId === undefined ? { companyId: baseId } : {}
  const request = { ...base, ...requested }
  return schema.safeParse(request).success
    ? { request }
    : { field: viewId === null ? 'filters' : 'viewId', problem: 'schedules.problem.filters' }
}
