import type { Day } from '#shared/dates.ts'
import { isDay } from '#shared/dates.ts'
import { Id } from '#shared/paging.ts'
import { type OrderType, orderTypes } from '#shared/repairs.ts'

/** What of the list of orders stands in the address, besides page and size. */
export const orderParts = ['type', 'companyId', 'materialId', 'name', 'from', 'to', 'withVoided'] as const
export type OrderTexts = Partial<Record<(typeof orderParts)[number], string>>

/** The filters that list and file share. */
export function orderFilters({ type, companyId, materialId, name, from = '', to = '', withVoided }: OrderTexts) {
  const range: [Day, Day] | undefined = isDay(from) && isDay(to) && from <= to ? [from, to] : undefined
  const chosen: OrderType | undefined = orderTypes.find((one) => one === type)
  return {
    type: chosen,
    companyId: Id.safeParse(companyId).data,
    materialId: Id.safeParse(materialId).data,
    name,
    createDateQuery: range,
    withVoided: withVoided === 'true',
  }
}
