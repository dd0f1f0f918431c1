import { useEffect, useState } from 'react'
import { shortcutsOf } from '#client/features/places/period.ts'
import { useSiteChoices } from '#client/features/places/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateRange } from '#client/ui/date-range.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FilterFrame } from '#client/ui/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { periods } from '#shared/chart-choices.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { longestSearch } from '#shared/paging.ts'
import { repairChartDays, repairOutcomes, repairTypes } from '#shared/repairs.ts'
import { defaultRepairView, type RepairView } from './repair-view.ts'

type Draft = Pick<RepairView, 'type' | 'deviceSerial' | 'range' | 'siteId' | 'outcome' | 'withVoided' | 'period'>
const draftOf = ({ type, deviceSerial, range, siteId, outcome, withVoided, period }: RepairView): Draft => ({
  ...{ type, deviceSerial, range, siteId, outcome, withVoided, period },
})
const countOf = ({ type, deviceSerial, range, siteId, outcome, withVoided }: RepairView): number =>
  [type, deviceSerial, range, siteId, outcome, withVoided].filter(Boolean).length

type Props = { view: RepairView; today: Day; busy: boolean; onSearch: (draft: Draft) => void }

/** Type, serial, days, site and outcome count after "search" or Enter; "clean" resets and searches. */
export function RepairFilterBar({ view, today, busy, onSearch }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(() => draftOf(view))
  useEffect(() => setDraft(draftOf(view)), [view])
  const sites = useSiteChoices()
  const change = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }))
  const shortcuts = shortcutsOf(draft.period, today).map(({ word, range }) => ({ key: word, label: say(`period.${word}`), range }))
  return (
    <FilterFrame
      fields={
        <>
          <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 lg:w-full lg:grid-cols-4">
            <Select
              label={say('repair.column.type')}
              value={draft.type}
              emptyLabel={say('fleet.unlimited')}
              options={repairTypes.map((value) => ({ value, label: say(`repair.type.${value}`) }))}
              onChange={(type) => change({ type })}
            />
            <TextField
              label={say('repair.column.deviceSerial')}
              value={draft.deviceSerial}
              maxLength={longestSearch}
              autoComplete="off"
              onChange={(deviceSerial) => change({ deviceSerial })}
            />
            <Combobox
              label={say('repair.column.site')}
              value={draft.siteId}
              options={sites.options}
              placeholder={say('fleet.unlimited')}
              onSearch={sites.search}
              loading={sites.loading}
              onChange={(siteId) => change({ siteId })}
            />
            <Select
              label={say('repair.column.outcome')}
              value={draft.outcome}
              emptyLabel={say('fleet.unlimited')}
              options={repairOutcomes.map((value) => ({ value, label: say(`repair.outcome.${value}`) }))}
              onChange={(outcome) => change({ outcome })}
            />
          </div>
          <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
            <Select
              label={say('period.name')}
              className="w-28"
              value={draft.period}
              options={periods.map((period) => ({ value: period, label: say(`period.${period}`) }))}
              onChange={(period) => period && change({ period })}
            />
            <DateRange
              label={say('period.range')}
              value={draft.range ?? [addDays(today, 1 - repairChartDays), today]}
              max={today}
              shortcuts={shortcuts}
              onChange={(range) => change({ range })}
            />
            <label className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={draft.range === null}
                onChange={(event) => change({ range: event.target.checked ? null : [addDays(today, 1 - repairChartDays), today] })}
              />
              {say('repairs.anyDay')}
            </label>
            <label className="flex min-h-8 items-center gap-2">
              <input type="checkbox" checked={draft.withVoided} onChange={(event) => change({ withVoided: event.target.checked })} />
              {say('repairs.withVoided')}
            </label>
          </div>
        </>
      }
      wide="flex flex-wrap"
      buttonsWide="ml-auto"
      count={countOf(view)}
      busy={busy}
      onSearch={() => onSearch({ ...draft, deviceSerial: draft.deviceSerial.trim() })}
      onClean={() => onSearch(draftOf(defaultRepairView))}
    />
  )
}
