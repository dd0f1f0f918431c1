import { type ListView, rangeIn } from '#client/ui/list/address-view.ts'
import type { GoodsOrderFilters } from '#shared/orders.ts'

export type OrderView = ListView<typeof GoodsOrderFilters>

/** The filters that the list and the export share. */
export const orderFilters = ({
  type,
  companyId,
  materialId,
  name,
  withVoided,
  ...view
}: Omit<OrderView, 'page' | 'size'>) => ({
  ...{ type, companyId, materialId, name },
  createDateQuery: rangeIn(view),
  withVoided: withVoided ?? false,
})
