import { keepPreviousData } from '@tanstack/react-query'
import { clockText } from '#client/features/repairs/clock-text.ts'
import { formatNumber, say, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Card } from '#client/ui/card.tsx'
import { ShortTable } from '#client/ui/list/paged-table.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { RepairRow } from '#shared/repairs.ts'

const pageSize = 5
const nothing = <span className="text-muted">-</span>
const day = ({ repairDateStr, warrantyUntil }: RepairRow) => (
  <TwoLines
    top={<span className="figures">{repairDateStr}</span>}
    under={warrantyUntil && <span className="figures">{say('repairs.warranty', { day: warrantyUntil })}</span>}
  />
)
const columns = (): Column<RepairRow>[] => [
  { key: 'repairDate', title: say('repair.column.repairDate'), cell: day },
  {
    key: 'type',
    title: say('repair.column.type'),
    cell: ({ type, voided }) => {
      const name = say(`repair.type.${type}`)
      return voided ? <s className="text-muted">{say('repair.typeVoided', { type: name })}</s> : name
    },
  },
  { key: 'site', title: say('repair.column.site'), cell: ({ site }) => site ?? nothing },
  {
    key: 'notes',
    title: say('repair.column.notes'),
    minWidth: '8rem',
    cell: ({ notes, workshop }) => <TwoLines top={notes ?? nothing} under={workshop} />,
  },
  {
    key: 'outcome',
    title: say('repair.column.outcome'),
    cell: ({ outcome }) => (outcome === null ? nothing : say(`repair.outcome.${outcome}`)),
  },
  {
    key: 'clockDays',
    title: say('repair.column.clockDays'),
    align: 'end',
    cell: (row) => (
      <TwoLines
        top={clockText(row) ?? nothing}
        under={row.cost !== null && say('repairs.yuan', { cost: formatNumber(row.cost) })}
        className="ml-auto max-w-32"
      />
    ),
  },
  { key: 'person', title: say('repair.column.person'), cell: ({ person }) => person ?? nothing },
]

/** The repairs of a device with their start and end, including void records. */
export function DeviceRepairs({ id }: { id: number }) {
  const sayWord = useWord()
  const { page, change } = useInnerList('repairs', pageSize)
  const repairs = trpc.repairs.find.useQuery(
    { deviceId: id, withVoided: true, page, size: pageSize },
    { placeholderData: keepPreviousData },
  )
  return (
    <Card title={sayWord('trace.repairs')} padded={false}>
      <ShortTable<RepairRow>
        caption={sayWord('trace.repairs')}
        columns={columns()}
        list={repairs}
        rowKey={(row) => row.id}
        view={{ page, size: pageSize }}
        onPage={(next) => change({ page: next })}
        expected={2}
        empty={<EmptyState title={sayWord('trace.repairsEmpty')} />}
      />
    </Card>
  )
}
