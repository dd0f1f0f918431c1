import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListCard } from '#client/features/places/list-card.tsx'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { GoodsOrderRow } from '#shared/orders.ts'
import { orderTypes } from '#shared/repairs.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { orderFilters, orderParts } from './order-view.ts'

type Open = { what: 'new' } | { what: 'edit' | 'delete'; order: GoodsOrderRow } | null

const allowed = { type: orderTypes, withVoided: ['true', 'false'] }

/** Goods in and out: orders of a company with another one, a supplier or a consumer. */
export function OrderScreen() {
  const say = useWord()
  const { view, change } = useAddress(orderParts, allowed)
  const [open, setOpen] = useState<Open>(null)
  const filters = orderFilters(view)
  const { page, size } = view
  const list = trpc.orders.find.useQuery({ ...filters, page, size }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const columns = useMemo(
    () => orderColumns({ onEdit: (order) => setOpen({ what: 'edit', order }), onDelete: (order) => setOpen({ what: 'delete', order }) }),
    [],
  )
  const close = () => setOpen(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.goodsOrders')}</h1>
      <ListCard<GoodsOrderRow>
        title={say('goodsOrder.export.name')}
        name="goodsOrders"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        size={size}
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
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen({ what: 'new' })}>
              {say('goodsOrder.new')}
            </Button>
          </>
        }
        filters={<OrderFilterBar view={view} change={change} busy={list.isFetching} />}
        empty={<EmptyState title={say('goodsOrder.empty')} help={say('goodsOrder.emptyHint')} />}
      />
      {(open?.what === 'new' || open?.what === 'edit') && <OrderDialog order={open.what === 'edit' ? open.order : null} onClose={close} />}
      {open?.what === 'delete' && <DeleteDialog order={open.order} onClose={close} />}
    </div>
  )
}
