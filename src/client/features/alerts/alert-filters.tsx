import { useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { FilterFrame } from '#client/ui/filter-frame.tsx'
import type { ListView } from '#client/ui/list/address-view.ts'
import { Select } from '#client/ui/select.tsx'
import { alertKindNames, alertSeverities, type AlertFilters as Filters } from '#shared/alerts.ts'

type View = ListView<typeof Filters>
const names = ['status', 'kind', 'severity', 'siteId', 'clientId', 'from', 'to'] as const
const none: Partial<View> = { status: undefined, kind: undefined, severity: undefined, siteId: undefined, clientId: undefined, from: undefined, to: undefined }

type Props = { view: View; withClients: boolean; busy: boolean; onChange: (patch: Partial<View>) => void; onSearch: () => void }

/** Which events: open ones unless asked otherwise. Each choice applies at once; days are one range. */
export function AlertFilters({ view, withClients, busy, onChange, onSearch }: Props) {
  const say = useWord()
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const unlimited = say('fleet.unlimited')
  // Half a range would narrow nothing: the other end follows.
  const setDay = (name: 'from' | 'to', day: string) => {
    const other = name === 'from' ? 'to' : 'from'
    const kept = view[other]
    const fits = kept !== undefined && (name === 'from' ? day <= kept : day >= kept)
    onChange(day === '' ? { from: undefined, to: undefined } : { [name]: day, [other]: fits ? kept : day })
  }
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
            options={alertSeverities.map((severity) => ({ value: severity, label: say(`alerts.severity.${severity}`) }))}
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
          <DateField label={say('alerts.startDate')} value={view.from ?? ''} onChange={(day) => setDay('from', day)} />
          <DateField label={say('alerts.endDate')} value={view.to ?? ''} onChange={(day) => setDay('to', day)} />
        </>
      }
      wide="grid grid-cols-4"
      count={names.filter((name) => view[name] !== undefined).length}
      busy={busy}
      onSearch={onSearch}
      onClean={() => onChange(none)}
    />
  )
}
