import { type ChangeView, type ListView, listAddress } from '#client/ui/list/address-view.ts'
import { StockFilters } from '#shared/stock.ts'

/**
 * The address of the stock screen: list, filters and page. A saved view of the fitted parts opens the list of machines.
 */
export const stockAddress = listAddress(StockFilters)
type View = ListView<typeof StockFilters>
export type StockAddress = { view: View; change: ChangeView<View> }
