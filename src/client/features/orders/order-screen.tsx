import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { useAddressView } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { EmptyState } from '#client/ui/status.tsx'
import type { GoodsOrderRow } from '#shared/orders.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { orderAddress, orderFilters } from './order-view.ts'

const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

type Open = { what: 'new' } | { what: 'edit' | 'delete'; order: GoodsOrderRow } | null

/** Goods in and out: orders of a company with another one, a supplier or a consumer. */
export function OrderScreen() {
  const say = useWord()
  const { view, change } = useAddressView(orderAddress)
  const [open, setOpen] = useState<Open>(null)
  const filters = orderFilters(view)
  const { page, size } = view
  const list = trpc.orders.find.useQuery({ ...filters, page, size }, listQuery)
  const columns = useMemo(
    () =>
      orderColumns({
        onEdit: (order) => setOpen({ what: 'edit', order }),
        onDelete: (order) => setOpen({ what: 'delete', order }),
      }),
    [],
  )
  const close = () => setOpen(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.goodsOrders')}</h1>
      <ListCard<GoodsOrderRow>
        caption={say('goodsOrder.export.name')}
        name="goodsOrders"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        onOpen={(order) => order.writable && setOpen({ what: 'edit', order })}
        actions={
          <>
            <ExportTool
              sentence={say('goodsOrder.exportTotal', { count: formatNumber(list.data?.totalCount ?? 0) })}
              formats={['xlsx', 'xls', 'csv']}
              call={(format) => ({
                method: 'POST',
                path: '/api/companyMaterialOrder/export',
                body: { ...filters, format, language },
                fallbackName: `${say('goodsOrder.export.name')}.${format}`,
              })}
              disabled={(list.data?.totalCount ?? 0) === 0}
            />
            <Button
              variant="primary"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => setOpen({ what: 'new' })}
            >
              {say('goodsOrder.new')}
            </Button>
          </>
        }
        filters={<OrderFilterBar view={view} change={change} busy={list.isFetching} />}
        empty={<EmptyState title={say('goodsOrder.empty')} help={say('goodsOrder.emptyHint')} />}
      />
      {(open?.what === 'new' || open?.what === 'edit') && (
        <OrderDialog order={open.what === 'edit' ? open.order : null} onClose={close} />
      )}
      {open?.what === 'delete' && <DeleteDialog order={open.order} onClose={close} />}
    </div>
  )
}
