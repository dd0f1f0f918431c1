import { goodsText } from '#client/features/stock/goods-text.ts'
import { say } from '#client/i18n.ts'
import { toMinute } from '#client/ui/instant.ts'
import { figures } from '#client/ui/list/columns.tsx'
import type { DetailsOf } from '#client/ui/list/details-of.ts'
import type { GoodsOrderRow } from '#shared/orders.ts'

/** Return what an order moves: Outbound · 轴流风扇 ×8 */
export const orderTitle = ({ type, items }: Pick<GoodsOrderRow, 'type' | 'items'>): string =>
  [say(`goodsOrder.type.${type}`), goodsText(items)].filter(Boolean).join(' · ')

/** The details of an order: what it moves, and when it was changed or voided last. */
export const orderDetails: DetailsOf<GoodsOrderRow> = {
  title: orderTitle,
  without: [],
  facts: ({ updateTimeStr, voided }) => [
    { name: say('goodsOrder.updated'), value: figures(updateTimeStr) },
    voided && {
      name: say('goodsOrder.voided'),
      value: `${say('goodsOrder.voidedBy', { person: voided.person ?? '-', time: toMinute(voided.timeStr) })} ${voided.reason ?? ''}`,
    },
  ],
}
