import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import type { DateShortcut } from '#client/ui/date-range.tsx'
import { rangeIn } from '#client/ui/list/address-view.ts'
import { DayRangeFilter, daysText } from '#client/ui/list/day-range-filter.tsx'
import { chipOf, type FilterChip } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { type Choice, Select } from '#client/ui/select.tsx'
import type { Day } from '#shared/dates.ts'
import { roleOfLabel } from '#shared/roles.ts'

/** Text, days and choices of a list. */
export type ListFilter<State, Type> = {
  name?: string | undefined
  from?: string | undefined
  to?: string | undefined
  state?: State | undefined
  type?: Type | undefined
  company?: number | undefined
}
const noListFilter = {
  name: undefined,
  from: undefined,
  to: undefined,
  state: undefined,
  type: undefined,
  company: undefined,
}
type Choices<Value extends string | number> = { label: string; options: readonly Choice<Value>[] }
type Props<State extends string | number, Type extends string> = {
  view: ListFilter<State, Type>
  search: string
  days: { label: string; any: string; shortcuts: readonly DateShortcut[]; start: [Day, Day] }
  state: Choices<State>
  type: Choices<Type>
  /** Shown only if there are several companies. */
  company: Choices<number>
  /** Chips of further filters, and the patch that clears them. */
  chips?: readonly FilterChip[]
  cleared?: object
  busy: boolean
  onChange: (patch: ListFilter<State, Type>, way?: { replace: boolean }) => void
}

/** Filters of a list: text, company, state, type and days. */
export function ListFilters<State extends string | number, Type extends string>(props: Props<State, Type>) {
  const { view, search, days, state, type, company, busy, onChange } = props
  const say = useWord()
  // Reserve the space for the role that chooses a company, so that nothing moves when the companies have loaded.
  const choosesCompany = roleOfLabel(useSession().nickName) === 'manager'
  const range = rangeIn(view)
  const shared = { emptyLabel: say('ui.unlimited') }
  const labelIn = <Value extends string | number>({ options }: Choices<Value>, wanted: Value | undefined) =>
    wanted === undefined ? undefined : (options.find(({ value }) => value === wanted)?.label ?? `#${wanted}`)
  const chips = [
    ...chipOf('company', company.label, labelIn(company, view.company), () => onChange({ company: undefined })),
    ...chipOf('state', state.label, labelIn(state, view.state), () => onChange({ state: undefined })),
    ...chipOf('type', type.label, labelIn(type, view.type), () => onChange({ type: undefined })),
    ...chipOf('days', days.label, daysText(range), () => onChange({ from: undefined, to: undefined })),
    ...(props.chips ?? []),
  ]
  return (
    <FilterFrame
      search={{ label: search, applied: view.name, onSearch: (name, way) => onChange({ name }, way) }}
      fields={
        <>
          {(company.options.length > 1 || (company.options.length === 0 && choosesCompany)) && (
            <Select
              {...shared}
              {...company}
              value={view.company ?? null}
              onChange={(value) => onChange({ company: value ?? undefined })}
            />
          )}
          <Select
            {...shared}
            {...state}
            value={view.state ?? null}
            onChange={(value) => onChange({ state: value ?? undefined })}
          />
          <Select
            {...shared}
            {...type}
            value={view.type ?? null}
            onChange={(value) => onChange({ type: value ?? undefined })}
          />
          <DayRangeFilter {...days} value={range} onChange={([from, to]) => onChange({ from, to })} />
        </>
      }
      chips={chips}
      busy={busy}
      onClean={() => onChange({ ...noListFilter, ...props.cleared })}
    />
  )
}
