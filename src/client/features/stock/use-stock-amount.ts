import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

/**
 * Say how much of some goods a company has in stock; null = no company or no goods. The goods are requested by their
 * id, because a stock can have more rows than a page.
 */
export function useStockAmount(companyId: number | null, materialId: number | null): string | undefined {
  const stock = trpc.stock.find.useQuery(
    { companyId: companyId ?? undefined, materialId: materialId ?? undefined, page: 1, size: 1 },
    { enabled: companyId !== null && materialId !== null, meta: { silent: true } },
  )
  if (companyId === null || materialId === null || !stock.data) return undefined
  const row = stock.data.data[0]
  return say('parts.stock', { number: formatNumber(row?.number ?? 0), unit: row?.unit ?? '' })
}
