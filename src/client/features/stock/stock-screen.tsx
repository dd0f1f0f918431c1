import { useWord } from '#client/i18n.ts'
import { useAddressView } from '#client/ui/list/address-view.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import { FittedList } from './fitted-list.tsx'
import { stockAddress } from './stock-address.ts'
import { StockList } from './stock-list.tsx'

/** The stock of each company, and the parts fitted in machines. */
export function StockScreen() {
  const say = useWord()
  const address = useAddressView(stockAddress)
  const { view, change } = address
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="page-title text-lg font-semibold">{say('route.stock')}</h1>
      <Tabs
        selected={view.list === 'machines' ? 'machines' : 'goods'}
        onSelect={(next) =>
          change({
            ...{
              name: undefined,
              materialId: undefined,
              materialTypeId: undefined,
              inStock: undefined,
              serial: undefined,
            },
            ...{ list: next === 'machines' ? next : undefined, page: 1 },
          })
        }
        items={[
          { key: 'goods', label: say('stock.tab.goods'), content: <StockList {...address} /> },
          { key: 'machines', label: say('stock.tab.machines'), content: <FittedList {...address} /> },
        ]}
      />
    </div>
  )
}
