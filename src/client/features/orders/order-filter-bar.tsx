import { useMaterialChoices } from '#client/features/goods/use-goods-choices.ts'
import { CompanyChoice, useCompanyName } from '#client/features/stock/company-choice.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { DayRangeFilter, daysText } from '#client/ui/list/day-range-filter.tsx'
import { MarkFilter } from '#client/ui/list/filter-bar.tsx'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { orderTypes } from '#shared/repairs.ts'
import { type OrderView, orderFilters } from './order-address.ts'

const shortcuts = [7, 30, 90]
type Filter = (patch: Partial<OrderView>, way?: { replace: boolean }) => void
type Props = { view: OrderView; change: Filter; busy: boolean }

/** Filters of orders: name, type, company, goods and days. */
export function OrderFilterBar({ view, change, busy }: Props) {
  const say = useWord()
  const materials = useMaterialChoices()
  const { type, companyId, materialId, createDateQuery: range, withVoided } = orderFilters(view)
  const company = useCompanyName(companyId)
  const filter: Filter = (patch, way) => change({ ...patch, page: 1 }, way)
  const chips = [
    ...chipOf('type', say('goodsOrder.column.type'), type && say(`goodsOrder.type.${type}`), () =>
      filter({ type: undefined }),
    ),
    ...chipOf('companyId', say('stock.column.company'), company, () => filter({ companyId: undefined })),
    ...chipOf('materialId', say('goodsOrder.material'), nameIn(materials.options, materialId), () =>
      filter({ materialId: undefined }),
    ),
    ...chipOf('days', say('goodsOrder.dates'), daysText(range), () => filter({ from: undefined, to: undefined })),
    ...chipOf('withVoided', say('goodsOrder.withVoided'), withVoided && '', () => filter({ withVoided: undefined })),
  ]
  return (
    <FilterFrame
      search={{ label: say('stock.search'), applied: view.name, onSearch: (name, way) => filter({ name }, way) }}
      fields={<OrderFilterFields view={view} materials={materials} filter={filter} />}
      chips={chips}
      busy={busy}
      onClean={() =>
        filter({
          name: undefined,
          type: undefined,
          companyId: undefined,
          materialId: undefined,
          from: undefined,
          to: undefined,
          withVoided: undefined,
        })
      }
    />
  )
}

type FieldsProps = { view: OrderView; materials: ReturnType<typeof useMaterialChoices>; filter: Filter }

function OrderFilterFields({ view, materials, filter }: FieldsProps) {
  const say = useWord()
  const { timeZone } = useSession()
  const { type, companyId, materialId, createDateQuery: range, withVoided } = orderFilters(view)
  const today = businessDay(new Date(), timeZone)
  const lastDays = (days: number): [Day, Day] => [addDays(today, 1 - days), today]
  return (
    <>
      <Select
        label={say('goodsOrder.column.type')}
        value={type ?? null}
        emptyLabel={say('ui.unlimited')}
        options={orderTypes.map((value) => ({ value, label: say(`goodsOrder.type.${value}`) }))}
        onChange={(value) => filter({ type: value ?? undefined })}
      />
      <CompanyChoice value={companyId} onChange={(id) => filter({ companyId: id })} />
      <ChoiceFilter
        label={say('goodsOrder.material')}
        choices={materials}
        value={materialId}
        onChange={(id) => filter({ materialId: id })}
      />
      <DayRangeFilter
        label={say('goodsOrder.dates')}
        any={say('goodsOrder.all')}
        value={range}
        start={lastDays(30)}
        max={today}
        shortcuts={shortcuts.map((days) => ({
          key: String(days),
          label: say('dates.lastDays', { days }),
          range: lastDays(days),
        }))}
        onChange={([from, to]) => filter({ from, to })}
      />
      <MarkFilter
        label={say('goodsOrder.withVoided')}
        value={withVoided}
        onChange={(next) => filter({ withVoided: next })}
      />
    </>
  )
}
