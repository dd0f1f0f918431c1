import { goodsText } from '#client/features/stock/goods-text.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { doneTo } from '#client/undo.ts'
import { GoodsOrderDelete, type GoodsOrderRow } from '#shared/orders.ts'

/** Show which stock each kind of goods returns to, then void the order. */
export function DeleteDialog({ order, onClose }: { order: GoodsOrderRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.orders.delete.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'goodsOrder',
    schema: GoodsOrderDelete.pick({ reason: true }),
    values: { reason: '' },
    send: async ({ values }) => {
      await remove.mutateAsync({ id: order.id, ...values })
    },
    refresh: () => Promise.all([utils.orders.invalidate(), utils.stock.invalidate()]),
    onSaved: onClose,
    done: () => doneTo(say('goodsOrder.deleted'), `#${order.id}`),
  })
  const outside = say('goodsOrder.outside')
  const [from, to] = [order.buyCompany ?? outside, order.saleCompany ?? outside]
  return (
    <FormDialog
      form={form}
      title={say('goodsOrder.deleteOf', { id: order.id })}
      submit={{ label: say('goodsOrder.delete'), danger: true }}
      onClose={onClose}
    >
      <p>{say('goodsOrder.deleteAsk', { id: order.id })}</p>
      <ul className="grid list-disc gap-1 pl-5">
        {order.items.map((item) => (
          <li key={item.materialId}>{say('goodsOrder.back', { goods: goodsText([item]), from, to })}</li>
        ))}
        {order.items.length === 0 && <li>{say('goodsOrder.noGoods')}</li>}
      </ul>
      <TextField {...form.text('reason')} data-autofocus />
    </FormDialog>
  )
}
