import { useState } from 'react'
import { DownloadDialog } from '#client/features/exports/download-dialog.tsx'
import { useWord } from '#client/i18n.ts'
import { Select } from '#client/ui/select.tsx'
import { type Basis, bases } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'

/** The most months to choose from, newest first. */
const mostMonths = 36

function monthsBefore(newest: Day): string[] {
  const [year, month] = [Number(newest.slice(0, 4)), Number(newest.slice(5, 7))]
  return Array.from({ length: mostMonths }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 'YYYY-MM'.length),
  )
}

type Props = { client: { id: number; name: string }; newest: Day; open: boolean; onClose: () => void }

/** The PDF statement of a month for the owner of the machines; default: the last complete month. */
export function StatementDialog({ client, newest, open, onClose }: Props) {
  const say = useWord()
  const months = monthsBefore(newest)
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '')
  const [basis, setBasis] = useState<Basis>('inService')
  const call = () => ({
    method: 'POST' as const,
    path: `/api/client/statement/${client.id}`,
    body: { month, basis },
    fallbackName: `${say('statement.name')}-${client.name}-${month}.pdf`,
  })
  return (
    <DownloadDialog open={open} onClose={onClose} title={say('statement.name')} call={call}>
      {(busy) => (
        <>
          <p className="text-muted">{say('statement.about')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={say('statement.month')}
              value={month}
              disabled={busy}
              options={months.map((value) => ({ value, label: value }))}
              onChange={(next) => next !== null && setMonth(next)}
            />
            <Select
              label={say('period.basis')}
              value={basis}
              disabled={busy}
              options={bases.map((value) => ({ value, label: say(`basis.${value}`) }))}
              onChange={(next) => next !== null && setBasis(next)}
            />
          </div>
        </>
      )}
    </DownloadDialog>
  )
}
