import { type ListView, listAddress, rangeIn } from '#client/ui/list/address-view.ts'
import { GoodsOrderFilters } from '#shared/orders.ts'

export const orderAddress = listAddress(GoodsOrderFilters)
export type OrderView = ListView<typeof GoodsOrderFilters>

/** The filters that list and file share. */
export const orderFilters = ({ type, companyId, materialId, name, withVoided, ...view }: OrderView) => ({
  ...{ type, companyId, materialId, name },
  createDateQuery: rangeIn(view),
  withVoided: withVoided ?? false,
})
