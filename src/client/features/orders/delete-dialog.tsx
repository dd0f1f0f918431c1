import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { goodsText } from '#client/features/stock/goods-text.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { GoodsOrderRow } from '#shared/orders.ts'
import { longestStockNote } from '#shared/stock.ts'

/** Says which goods go back where, then voids an order. */
export function DeleteDialog({ order, onClose }: { order: GoodsOrderRow; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [reason, setReason] = useState('')
  const remove = trpc.orders.delete.useMutation({
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say('goodsOrder.deleted'))
      onClose()
      await Promise.all([utils.orders.invalidate(), utils.stock.invalidate()])
    },
  })
  const outside = say('goodsOrder.outside')
  const [from, to] = [order.buyCompany ?? outside, order.saleCompany ?? outside]
  return (
    <FormDialog
      title={say('goodsOrder.deleteOf', { id: order.id })}
      submit={{ label: say('goodsOrder.delete'), danger: true }}
      busy={remove.isPending}
      error={remove.error}
      draft={reason}
      onSubmit={() => remove.mutate({ id: order.id, reason: reason.trim() })}
      onClose={onClose}
    >
      <p>{say('goodsOrder.deleteAsk', { id: order.id })}</p>
      <ul className="grid list-disc gap-1 pl-5">
        {order.items.map((item) => (
          <li key={item.materialId}>{say('goodsOrder.back', { goods: goodsText([item]), from, to })}</li>
        ))}
        {order.items.length === 0 && <li>{say('goodsOrder.noGoods')}</li>}
      </ul>
      <TextField label={say('goodsOrder.reason')} maxLength={longestStockNote} value={reason} onChange={setReason} data-autofocus />
    </FormDialog>
  )
}
