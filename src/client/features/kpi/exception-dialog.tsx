import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { figures } from '#client/ui/list/columns.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import type { Day } from '#shared/dates.ts'
import type { ExceptionKind } from '#shared/health-limits.ts'
import type { ExceptionRow } from '#shared/kpi.ts'
import { firstPage, RowsDialog } from './rows-dialog.tsx'
import type { KpiView } from './use-kpi-view.ts'

type Props = { view: KpiView; date: Day | undefined; kind: ExceptionKind | undefined; onClose: () => void }

/** A value, marked if it is outside its normal limits. */
const Figure = ({ outside, children }: { outside: boolean; children: ReactNode }) => (
  <span className={outside ? 'font-semibold text-danger' : undefined}>{children}</span>
)

/** The columns of a record: the person, the measurements, and the conclusions. */
const exceptionColumns = (say: ReturnType<typeof useWord>): Column<ExceptionRow>[] => [
  {
    key: 'time',
    title: say('kpi.time'),
    cell: (row) => figures(row.measureTimeStr ?? row.createTimeStr),
  },
  { key: 'name', title: say('kpi.name'), fixed: true, cell: (row) => row.name ?? '-' },
  {
    key: 'sex',
    title: say('kpi.sex'),
    cell: (row) => (row.sex === null ? '-' : say(row.sex === '男' ? 'users.male' : 'users.female')),
  },
  { key: 'age', title: say('kpi.age'), align: 'end', cell: (row) => formatNumber(row.age) },
  {
    key: 'pressure',
    title: say('kpi.pressure'),
    align: 'end',
    cell: (row) => (
      <Figure outside={row.exceptions.includes('bloodPressure')}>
        {formatNumber(row.systolic)} / {formatNumber(row.diastolic)}
      </Figure>
    ),
  },
  {
    key: 'sugar',
    title: say('kpi.sugar'),
    align: 'end',
    cell: (row) => (
      <Figure outside={row.exceptions.includes('fastingBloodSugar')}>{formatNumber(row.fastingBloodSugar)}</Figure>
    ),
  },
  {
    key: 'bmi',
    title: say('kpi.bmi'),
    align: 'end',
    cell: (row) => <Figure outside={row.exceptions.includes('bmi')}>{formatNumber(row.bmi)}</Figure>,
  },
  {
    key: 'what',
    title: say('kpi.what'),
    cell: (row) => row.exceptions.map((one) => say(`kpi.kind.${one}`)).join(' · '),
  },
  {
    key: 'conclusions',
    title: say('kpi.conclusions'),
    cell: (row) => (
      <span className="block max-w-60 truncate" title={row.conclusions ?? undefined}>
        {row.conclusions ?? '-'}
      </span>
    ),
  },
]

/** The records behind a column, or those of all days of the view. */
export function ExceptionDialog({ view, date, kind, onClose }: Props) {
  const say = useWord()
  const [paging, setPaging] = useState(firstPage)
  const list = trpc.kpi.exceptionRows.useQuery(
    { companyId: view.companyId, days: view.days, date, kind, ...paging },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const columns = useMemo(() => exceptionColumns(say), [say])
  const when = [date ?? say('kpi.lastDays', { days: view.days }), ...(kind ? [say(`kpi.kind.${kind}`)] : [])].join(
    ' · ',
  )
  const title = say('kpi.rowsOf', { when })
  return (
    <RowsDialog
      title={title}
      columns={columns}
      list={list}
      empty={say('kpi.noRows')}
      paging={paging}
      onPage={setPaging}
      onClose={onClose}
    />
  )
}
