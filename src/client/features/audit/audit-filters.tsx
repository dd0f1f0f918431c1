import { type FormEvent, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { DateRange } from '#client/ui/date-range.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { auditResults } from '#shared/audit.ts'
import { auditAreas } from '#shared/audit-kinds.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { longestSearch } from '#shared/paging.ts'
import type { AuditView } from './audit-view.ts'

type Props = { view: AuditView; change: (patch: Partial<AuditView>) => void; today: Day }

/** Who, what, with which result, on which days; counts after "search". */
export function AuditFilters({ view, change, today }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(view)
  useEffect(() => setDraft(view), [view])
  const { actor, action, result, from, to } = draft
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ actor: actor?.trim(), action, result, from, to, page: 1 })
  }
  const since = (days: number): [Day, Day] => [addDays(today, 1 - days), today]
  return (
    <search className="border-b border-line px-4 py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label={say('audit.actor')}
          className="w-40"
          type="search"
          maxLength={longestSearch}
          value={actor ?? ''}
          onChange={(value) => setDraft({ ...draft, actor: value })}
        />
        <Select
          label={say('audit.action')}
          className="w-44"
          value={action ?? null}
          emptyLabel={say('audit.anyAction')}
          options={auditAreas.map((area) => ({ value: area as string, label: say(`audit.area.${area}`) }))}
          onChange={(value) => setDraft({ ...draft, action: value ?? undefined })}
        />
        <Select
          label={say('audit.result')}
          className="w-32"
          value={result ?? null}
          emptyLabel={say('audit.anyResult')}
          options={auditResults.map((value) => ({ value, label: say(`audit.result.${value}`) }))}
          onChange={(value) => setDraft({ ...draft, result: value ?? undefined })}
        />
        <DateRange
          label={say('audit.dates')}
          value={[from, to]}
          max={today}
          shortcuts={[
            { key: 'week', label: say('audit.week'), range: since(7) },
            { key: 'month', label: say('audit.month'), range: since(30) },
          ]}
          onChange={([first, last]) => setDraft({ ...draft, from: first, to: last })}
        />
        <Button type="submit" variant="primary">
          {say('ui.search')}
        </Button>
      </form>
    </search>
  )
}
