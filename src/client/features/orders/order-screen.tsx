import { useMemo, useState } from 'react'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { declareOwnTable, type ListToolProps } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { GoodsOrderFilters, type GoodsOrderRow } from '#shared/orders.ts'
import { type OrderView, orderFilters } from './order-address.ts'
import { orderColumns } from './order-columns.tsx'
import { orderDetails } from './order-details.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'

const OrderDialog = lazyPart(async () => (await import('./order-dialog.tsx')).OrderDialog)

const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

const orders = declareOwnTable({
  name: 'goodsOrders',
  words: 'goodsOrder',
  heading: 'route.goodsOrders',
  caption: 'goodsOrder.export.name',
  addLabel: 'goodsOrder.new',
  filters: GoodsOrderFilters,
  useRows: ({ page, size, ...view }) => trpc.orders.find.useQuery({ ...orderFilters(view), page, size }, listQuery),
  useTable: (open) => {
    const [deleted, setDeleted] = useState<GoodsOrderRow | null>(null)
    return {
      columns: useMemo(() => orderColumns({ onEdit: open, onDelete: setDeleted }), [open]),
      dialogs: deleted && <DeleteDialog order={deleted} onClose={() => setDeleted(null)} />,
    }
  },
  Filters: OrderFilterBar,
  Empty: () => <EmptyState title={say('goodsOrder.empty')} help={say('goodsOrder.emptyHint')} />,
  Form: ({ row, onClose }) => <OrderDialog order={row} onClose={onClose} />,
  details: orderDetails,
  Tools: OrderExport,
})

/** Goods in and out: orders between a company and another company, a supplier or a consumer. */
export const OrderScreen = () => <ListScreen list={orders} />

function OrderExport({ view, total }: ListToolProps) {
  return (
    <ExportTool
      sentence={say('goodsOrder.exportTotal', { count: formatNumber(total) })}
      formats={['xlsx', 'xls', 'csv']}
      call={(format) => ({
        method: 'POST',
        path: '/api/companyMaterialOrder/export',
        body: { ...orderFilters(view as OrderView), format, language },
        fallbackName: `${say('goodsOrder.export.name')}.${format}`,
      })}
      disabled={total === 0}
    />
  )
}
