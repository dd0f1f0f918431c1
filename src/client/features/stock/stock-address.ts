import { type ChangeView, type ListView, listAddress } from '#client/ui/list/address-view.ts'
import { StockFilters } from '#shared/stock.ts'

/** What the address says of the stock: which list, its filters and page. A saved view of the machines leads to the machines. */
export const stockAddress = listAddress(StockFilters)
type View = ListView<typeof StockFilters>
export type StockAddress = { view: View; change: ChangeView<View> }
