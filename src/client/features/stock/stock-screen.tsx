import { useAddress } from '#client/features/feeds/use-address.ts'
import { useWord } from '#client/i18n.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import { FittedList } from './fitted-list.tsx'
import { StockList } from './stock-list.tsx'

/** `list` is no `tab`: a saved view of the machines leads to the machines. */
const parts = ['list', 'name', 'companyId', 'materialTypeId', 'materialId', 'inStock', 'serial', 'ledger'] as const
export type StockAddress = ReturnType<typeof useAddress<(typeof parts)[number]>>

const allowed = { list: ['machines', 'goods'], inStock: ['true', 'false'] }

/** What each company has on its shelves, and what is fitted in which machine. */
export function StockScreen() {
  const say = useWord()
  const address = useAddress(parts, allowed)
  const { view, change } = address
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.stock')}</h1>
      <Tabs
        selected={view.list === 'machines' ? 'machines' : 'goods'}
        onSelect={(next) =>
          change({
            ...{ name: undefined, materialId: undefined, materialTypeId: undefined, inStock: undefined, serial: undefined, ledger: undefined },
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
