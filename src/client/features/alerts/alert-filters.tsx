import { useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { type ListView, rangeIn } from '#client/ui/list/address-view.ts'
import { DayRangeFilter, daysText } from '#client/ui/list/day-range-filter.tsx'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { alertKindNames, alertSeverities, type AlertFilters as Filters } from '#shared/alerts.ts'
import { addDays, businessDay, type Day } from '#shared/dates.ts'

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
  onAgain: () => void
}

/** The filters of events: open ones by default. Each choice applies at once; the days are one range. */
export function AlertFilters({ view, withClients, busy, onChange, onAgain }: Props) {
  const say = useWord()
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const unlimited = say('fleet.unlimited')
  const range = rangeIn(view)
  const today = businessDay(new Date(), useSession().timeZone)
  const lastDays = (days: number): [Day, Day] => [addDays(today, 1 - days), today]
  const { status, kind, severity, siteId, clientId } = view
  const chips = [
    ...chipOf('status', say('alerts.status'), status && say(`alerts.${status}`), () => onChange({ status: undefined })),
    ...chipOf('kind', say('alerts.kind'), kind && say(`alerts.kind.${kind}`), () => onChange({ kind: undefined })),
    ...chipOf('severity', say('alerts.severity'), severity && say(`alerts.severity.${severity}`), () =>
      onChange({ severity: undefined }),
    ),
    ...chipOf('siteId', say('alerts.site'), nameIn(sites.options, siteId), () => onChange({ siteId: undefined })),
    ...chipOf('clientId', say('alerts.client'), nameIn(clients.options, clientId), () =>
      onChange({ clientId: undefined }),
    ),
    ...chipOf('days', say('alerts.days'), daysText(range), () => onChange({ from: undefined, to: undefined })),
  ]
  return (
    <FilterFrame
      fields={
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
          <Combobox
            label={say('alerts.site')}
            value={view.siteId ?? null}
            options={sites.options}
            loading={sites.loading}
            onSearch={sites.search}
            placeholder={unlimited}
            onChange={(siteId) => onChange({ siteId: siteId ?? undefined })}
          />
          {withClients && (
            <Combobox
              label={say('alerts.client')}
              value={view.clientId ?? null}
              options={clients.options}
              loading={clients.loading}
              onSearch={clients.search}
              placeholder={unlimited}
              onChange={(clientId) => onChange({ clientId: clientId ?? undefined })}
            />
          )}
          <DayRangeFilter
            label={say('alerts.days')}
            any={unlimited}
            value={range}
            start={lastDays(30)}
            max={today}
            shortcuts={[7, 30, 90].map((days) => ({
              key: String(days),
              label: say('dates.lastDays', { days }),
              range: lastDays(days),
            }))}
            onChange={([from, to]) => onChange({ from, to })}
          />
        </>
      }
      chips={chips}
      busy={busy}
      onAgain={onAgain}
      onClean={() => onChange(none)}
    />
  )
}
