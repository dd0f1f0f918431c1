import { useClientChoices, useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { labelled, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { type ListView, rangeIn } from '#client/ui/list/address-view.ts'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { DayRangeFilter, daysText } from '#client/ui/list/day-range-filter.tsx'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { alertKindNames, alertSeverities, type AlertFilters as Filters } from '#shared/alerts.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day } from '#shared/dates.ts'

type View = ListView<typeof Filters>
const none: Partial<View> = {
  status: undefined,
  kind: undefined,
  severity: undefined,
  siteId: undefined,
  clientId: undefined,
  from: undefined,
  to: undefined,
}

type Props = {
  view: View
  withClients: boolean
  busy: boolean
  onChange: (patch: Partial<View>) => void
  onRefetch: () => void
}

type Choices = ReturnType<typeof useSiteChoices>
/** The choices of the owners of a machine, with the names of those chosen. */
type Places = { sites: Choices; clients: ReturnType<typeof useClientChoices> }
type OnChange = Props['onChange']

/** The filters of events: open ones by default. Each choice applies at once; the days are one range. */
export function AlertFilters({ view, withClients, busy, onChange, onRefetch }: Props) {
  const places = { sites: useSiteChoices(), clients: useClientChoices() }
  const say = useWord()
  const chips = useAlertChips(view, places, onChange)
  return (
    <FilterFrame
      fields={<AlertFields view={view} places={places} withClients={withClients} onChange={onChange} />}
      chips={chips}
      shown={labelled(say('alerts.status'), say('alerts.open'))}
      busy={busy}
      onRefetch={onRefetch}
      onClean={() => onChange(none)}
    />
  )
}

/** The chips of the active filters, each of which clears its filter. */
function useAlertChips(view: View, { sites, clients }: Places, onChange: OnChange) {
  const say = useWord()
  const { status, kind, severity, siteId, clientId } = view
  return [
    ...chipOf('status', say('alerts.status'), status && say(`alerts.${status}`), () => onChange({ status: undefined })),
    ...chipOf('kind', say('alerts.kind'), kind && say(`alerts.kind.${kind}`), () => onChange({ kind: undefined })),
    ...chipOf('severity', say('alerts.severity'), severity && say(`alerts.severity.${severity}`), () =>
      onChange({ severity: undefined }),
    ),
    ...chipOf('siteId', say('alerts.site'), nameIn(sites.options, siteId), () => onChange({ siteId: undefined })),
    ...chipOf('clientId', say('alerts.client'), nameIn(clients.options, clientId), () =>
      onChange({ clientId: undefined }),
    ),
    ...chipOf('days', say('alerts.days'), daysText(rangeIn(view)), () => onChange({ from: undefined, to: undefined })),
  ]
}

/** The fields of the filters; clients only for those who see several. */
function AlertFields({
  view,
  places: { sites, clients },
  withClients,
  onChange,
}: Omit<Props, 'busy' | 'onRefetch'> & { places: Places }) {
  const say = useWord()
  const unlimited = say('fleet.unlimited')
  return (
    <>
      <Select
        label={say('alerts.status')}
        value={view.status ?? null}
        options={[
          { value: 'over', label: say('alerts.over') },
          { value: 'all', label: say('alerts.all') },
        ]}
        emptyLabel={say('alerts.open')}
        onChange={(status) => onChange({ status: status ?? undefined })}
      />
      <Select
        label={say('alerts.kind')}
        value={view.kind ?? null}
        options={alertKindNames.map((kind) => ({ value: kind, label: say(`alerts.kind.${kind}`) }))}
        emptyLabel={unlimited}
        onChange={(kind) => onChange({ kind: kind ?? undefined })}
      />
      <Select
        label={say('alerts.severity')}
        value={view.severity ?? null}
        options={alertSeverities.map((severity) => ({
          value: severity,
          label: say(`alerts.severity.${severity}`),
        }))}
        emptyLabel={unlimited}
        onChange={(severity) => onChange({ severity: severity ?? undefined })}
      />
      <ChoiceFilter
        label={say('alerts.site')}
        choices={sites}
        value={view.siteId}
        onChange={(siteId) => onChange({ siteId })}
      />
      {withClients && (
        <ChoiceFilter
          label={say('alerts.client')}
          choices={clients}
          value={view.clientId}
          onChange={(clientId) => onChange({ clientId })}
        />
      )}
      <DaysField view={view} onChange={onChange} />
    </>
  )
}

/** The days of the events, as a range or as the last days. */
function DaysField({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  const say = useWord()
  const today = businessDay(new Date(), useSession().timeZone)
  const lastDays = (days: number): [Day, Day] => [addDays(today, 1 - days), today]
  return (
    <DayRangeFilter
      label={say('alerts.days')}
      any={say('fleet.unlimited')}
      value={rangeIn(view)}
      start={lastDays(30)}
      max={today}
      shortcuts={[7, 30, 90].map((days) => ({
        key: String(days),
        label: say('dates.lastDays', { days }),
        range: lastDays(days),
      }))}
      onChange={([from, to]) => onChange({ from, to })}
    />
  )
}
