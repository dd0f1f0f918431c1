import { goodsText } from '#client/features/stock/goods-text.ts'
import { say } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { toMinute } from '#client/ui/instant.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { figures } from '#client/ui/list/columns.tsx'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import type { GoodsOrderRow } from '#shared/orders.ts'

const nothing = <span className="text-muted">-</span>
const mark = 'rounded-sm border border-line px-1 text-xs text-muted'
type Actions = { onEdit: (row: GoodsOrderRow) => void; onDelete: (row: GoodsOrderRow) => void }

function TypeCell({ type, voided }: GoodsOrderRow) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={classNames(voided && 'text-muted line-through')}>{say(`goodsOrder.type.${type}`)}</span>
      {voided && (
        <span
          className={mark}
          title={`${say('goodsOrder.voidedBy', { person: voided.person ?? '-', time: toMinute(voided.timeStr) })} ${voided.reason ?? ''}`}
        >
          {say('goodsOrder.voided')}
        </span>
      )}
    </span>
  )
}

const isWritable = ({ writable }: GoodsOrderRow) => writable

/** Columns of orders; the actions of an order are shown only to people who may use them. */
export const orderColumns = ({ onEdit, onDelete }: Actions): Column<GoodsOrderRow>[] =>
  onPhone(
    [
      {
        key: 'id',
        title: say('goodsOrder.column.id'),
        fixed: true,
        sticky: 'start',
        cell: ({ id }) => <span className="figures">{id}</span>,
      },
      { key: 'type', title: say('goodsOrder.column.type'), cell: (row) => <TypeCell {...row} /> },
      {
        key: 'sale',
        title: say('goodsOrder.sale'),
        cell: ({ saleCompany }) => saleCompany ?? <span className="text-muted">{say('goodsOrder.outside')}</span>,
      },
      {
        key: 'buy',
        title: say('goodsOrder.buy'),
        cell: ({ buyCompany }) => buyCompany ?? <span className="text-muted">{say('goodsOrder.outside')}</span>,
      },
      {
        key: 'goods',
        title: say('goodsOrder.items'),
        minWidth: '16rem',
        cell: ({ items }) =>
          items.length === 0 ? <span className="text-muted">{say('goodsOrder.noGoods')}</span> : goodsText(items),
      },
      {
        key: 'notes',
        title: say('goodsOrder.column.notes'),
        cell: ({ notes }) => (
          <span className="block max-w-56 truncate" title={notes ?? undefined}>
            {notes ?? nothing}
          </span>
        ),
      },
      { key: 'person', title: say('goodsOrder.column.person'), cell: ({ person }) => person ?? nothing },
      {
        key: 'createTime',
        title: say('goodsOrder.column.createTime'),
        cell: ({ createTimeStr }) => figures(createTimeStr),
      },
      actionsColumn<GoodsOrderRow>(
        say('goodsOrder.column.actions'),
        [
          { label: say('goods.edit'), name: ({ id }) => say('goodsOrder.edit', { id }), when: isWritable, run: onEdit },
          {
            label: say('goodsOrder.delete'),
            name: ({ id }) => say('goodsOrder.deleteOf', { id }),
            danger: true,
            when: isWritable,
            run: onDelete,
          },
        ],
        ({ id }) => String(id),
      ),
    ],
    { type: 'side', goods: 'title', createTime: 'fact', sale: 'named', buy: 'named', notes: 'fact', person: 'fact' },
  )
