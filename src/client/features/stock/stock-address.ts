import { useAddress } from '#client/features/feeds/use-address.ts'

/** `list` is no `tab`: a saved view of the machines leads to the machines. */
const parts = ['list', 'name', 'companyId', 'materialTypeId', 'materialId', 'inStock', 'serial', 'ledger'] as const
const allowed = { list: ['machines', 'goods'], inStock: ['true', 'false'] }

/** What the address says of the stock: which list, its filters and page. */
export const useStockAddress = () => useAddress(parts, allowed)
export type StockAddress = ReturnType<typeof useStockAddress>
