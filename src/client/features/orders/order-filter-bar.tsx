import { X } from 'lucide-react'
import { useMaterialChoices } from '#client/features/goods/use-goods-choices.ts'
import { CompanyChoice } from '#client/features/stock/company-choice.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { DateRange } from '#client/ui/date-range.tsx'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { SearchForm } from '#client/ui/list/search-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { addDays, businessDay, type Day } from '#shared/dates.ts'
import { orderTypes } from '#shared/repairs.ts'
import { type OrderView, orderFilters } from './order-view.ts'

const shortcuts = [7, 30, 90]
type Props = { view: OrderView; change: (patch: Partial<OrderView>) => void; busy: boolean }

/** Type, company, goods and days of orders; a choice counts at once. */
export function OrderFilterBar({ view, change, busy }: Props) {
  const say = useWord()
  const { timeZone } = useSession()
  const materials = useMaterialChoices()
  const { type, companyId, materialId, createDateQuery: range, withVoided } = orderFilters(view)
  const today = businessDay(new Date(), timeZone)
  const lastDays = (days: number): [Day, Day] => [addDays(today, 1 - days), today]
  const setRange = (next: readonly [Day, Day] | null) => change({ from: next?.[0], to: next?.[1], page: 1 })
  return (
    <SearchForm label={say('stock.search')} applied={view.name} busy={busy} onSearch={(name) => change({ name, page: 1 })}>
      <Select
        label={say('goodsOrder.column.type')}
        className="w-32"
        value={type ?? null}
        emptyLabel={say('goodsOrder.all')}
        options={orderTypes.map((value) => ({ value, label: say(`goodsOrder.type.${value}`) }))}
        onChange={(value) => change({ type: value ?? undefined, page: 1 })}
      />
      <CompanyChoice value={companyId} onChange={(companyId) => change({ companyId, page: 1 })} />
      <ChoiceFilter label={say('goodsOrder.material')} choices={materials} value={materialId} onChange={(materialId) => change({ materialId, page: 1 })} />
      {range ? (
        <div className="flex flex-wrap items-end gap-1">
          <DateRange
            label={say('goodsOrder.dates')}
            value={range}
            max={today}
            shortcuts={shortcuts.map((days) => ({ key: String(days), label: say('dates.lastDays', { days }), range: lastDays(days) }))}
            onChange={setRange}
          />
          <Button variant="quiet" icon={<X aria-hidden className="size-3.5" />} onClick={() => setRange(null)}>
            {say('goodsOrder.all')}
          </Button>
        </div>
      ) : (
        <Button onClick={() => setRange(lastDays(30))}>
          {say('goodsOrder.dates')}: {say('goodsOrder.all')}
        </Button>
      )}
      <label className="flex min-h-8 items-center gap-2">
        <input type="checkbox" checked={withVoided} onChange={(event) => change({ withVoided: event.target.checked || undefined, page: 1 })} />
        {say('goodsOrder.withVoided')}
      </label>
    </SearchForm>
  )
}
