import { shortcutsOf } from '#client/features/places/period.ts'
import { useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { useWord } from '#client/i18n.ts'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { DayRangeFilter, daysText } from '#client/ui/list/day-range-filter.tsx'
import { MarkFilter } from '#client/ui/list/filter-bar.tsx'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { periods } from '#shared/chart-choices.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { repairChartDays } from '#shared/repair-chart.ts'
import { repairOutcomes, repairTypes } from '#shared/repairs.ts'
import { defaultRepairView, type RepairView } from './repair-view.ts'

type Filters = Pick<RepairView, 'type' | 'deviceSerial' | 'range' | 'siteId' | 'outcome' | 'withVoided' | 'period'>
const none: Filters = (({ type, deviceSerial, range, siteId, outcome, withVoided, period }) => ({
  ...{ type, deviceSerial, range, siteId, outcome, withVoided, period },
}))(defaultRepairView)

type Props = {
  view: RepairView
  today: Day
  busy: boolean
  onChange: (patch: Partial<Filters>, way?: { replace: boolean }) => void
  onRefetch: () => void
}

type Sites = ReturnType<typeof useSiteChoices>

/** Filters for serial, type, site, outcome and days; they apply to the charts and the records. */
export function RepairFilterBar({ view, today, busy, onChange, onRefetch }: Props) {
  const say = useWord()
  const sites = useSiteChoices()
  const chips = useRepairChips(view, sites, onChange)
  return (
    <FilterFrame
      framed
      search={{
        label: say('repair.column.deviceSerial'),
        applied: view.deviceSerial,
        onSearch: (next, way) => onChange({ deviceSerial: next ?? '' }, way),
      }}
      fields={<RepairFields view={view} sites={sites} today={today} onChange={onChange} />}
      chips={chips}
      busy={busy}
      onRefetch={onRefetch}
      onClean={() => onChange(none)}
    />
  )
}

/** The chips of the active filters, each of which clears its filter. */
function useRepairChips(
  { type, siteId, outcome, range, withVoided }: RepairView,
  sites: Sites,
  onChange: Props['onChange'],
) {
  const say = useWord()
  return [
    ...chipOf('type', say('repair.column.type'), type && say(`repair.type.${type}`), () => onChange({ type: null })),
    ...chipOf('siteId', say('repair.column.site'), nameIn(sites.options, siteId), () => onChange({ siteId: null })),
    ...chipOf('outcome', say('repair.column.outcome'), outcome && say(`repair.outcome.${outcome}`), () =>
      onChange({ outcome: null }),
    ),
    ...chipOf('range', say('period.range'), daysText(range), () => onChange({ range: null })),
    ...chipOf('withVoided', say('repairs.withVoided'), withVoided && '', () => onChange({ withVoided: false })),
  ]
}

/** The filters that apply at once: type, site, outcome, period of the charts, days, and voided records. */
function RepairFields({ view, sites, today, onChange }: Pick<Props, 'view' | 'today' | 'onChange'> & { sites: Sites }) {
  const say = useWord()
  const { type, range, siteId, outcome, withVoided, period } = view
  return (
    <>
      <Select
        label={say('repair.column.type')}
        value={type}
        emptyLabel={say('fleet.unlimited')}
        options={repairTypes.map((value) => ({ value, label: say(`repair.type.${value}`) }))}
        onChange={(next) => onChange({ type: next })}
      />
      <ChoiceFilter
        label={say('repair.column.site')}
        choices={sites}
        value={siteId ?? undefined}
        onChange={(id) => onChange({ siteId: id ?? null })}
      />
      <Select
        label={say('repair.column.outcome')}
        value={outcome}
        emptyLabel={say('fleet.unlimited')}
        options={repairOutcomes.map((value) => ({ value, label: say(`repair.outcome.${value}`) }))}
        onChange={(next) => onChange({ outcome: next })}
      />
      <Select
        label={say('period.name')}
        value={period}
        options={periods.map((value) => ({ value, label: say(`period.${value}`) }))}
        onChange={(next) => next && onChange({ period: next })}
      />
      <DayRangeFilter
        label={say('period.range')}
        any={say('repairs.anyDay')}
        value={range}
        start={[addDays(today, 1 - repairChartDays), today]}
        max={today}
        shortcuts={shortcutsOf(period, today).map(({ word, range: days }) => ({
          key: word,
          label: say(`period.${word}`),
          range: days,
        }))}
        onChange={(next) => onChange({ range: next })}
      />
      <MarkFilter
        label={say('repairs.withVoided')}
        value={withVoided}
        onChange={(next) => onChange({ withVoided: next ?? false })}
      />
    </>
  )
}
