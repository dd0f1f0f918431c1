import { useWord } from '#client/i18n.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { daysText } from '#client/ui/list/day-range-filter.tsx'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { auditListFilters, auditResults } from '#shared/audit.ts'
import { auditAreas } from '#shared/audit-kinds.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { AuditView } from './audit-view.ts'

type Props = {
  view: AuditView
  busy: boolean
  change: (patch: Partial<AuditView>, way?: { replace: boolean }) => void
  today: Day
}

/** Who, what, with which result, on which days: a range of days is always set. */
export function AuditFilters({ view: { actor, action, result, from, to }, busy, change, today }: Props) {
  const say = useWord()
  const since = (days: number): [Day, Day] => [addDays(today, 1 - days), today]
  const usual = auditListFilters(today).parse({})
  const filter = (patch: Partial<AuditView>, way?: { replace: boolean }) => change({ ...patch, page: 1 }, way)
  const usualDays = { from: usual.from, to: usual.to }
  const isUsual = from === usual.from && to === usual.to
  const area = auditAreas.find((known) => known === action)
  const chips = [
    ...chipOf('action', say('audit.action'), action && (area ? say(`audit.area.${area}`) : action), () =>
      filter({ action: undefined }),
    ),
    ...chipOf('result', say('audit.result'), result && say(`audit.result.${result}`), () =>
      filter({ result: undefined }),
    ),
    ...chipOf('days', say('audit.dates'), isUsual ? undefined : daysText([from, to]), () => filter(usualDays)),
  ]
  return (
    <FilterFrame
      search={{ label: say('audit.actor'), applied: actor, onSearch: (next, way) => filter({ actor: next }, way) }}
      fields={
        <>
          <Select
            label={say('audit.action')}
            value={action ?? null}
            emptyLabel={say('ui.unlimited')}
            options={auditAreas.map((value) => ({ value: value as string, label: say(`audit.area.${value}`) }))}
            onChange={(value) => filter({ action: value ?? undefined })}
          />
          <Select
            label={say('audit.result')}
            value={result ?? null}
            emptyLabel={say('ui.unlimited')}
            options={auditResults.map((value) => ({ value, label: say(`audit.result.${value}`) }))}
            onChange={(value) => filter({ result: value ?? undefined })}
          />
          <div className="lg:col-span-3">
            <DateRange
              label={say('audit.dates')}
              value={[from, to]}
              max={today}
              shortcuts={[
                { key: 'week', label: say('audit.week'), range: since(7) },
                { key: 'month', label: say('audit.month'), range: since(30) },
              ]}
              onChange={([first, last]) => filter({ from: first, to: last })}
            />
          </div>
        </>
      }
      chips={chips}
      busy={busy}
      onClean={() => filter({ actor: undefined, action: undefined, result: undefined, ...usualDays })}
    />
  )
}
