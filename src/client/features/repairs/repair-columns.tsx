import { formatNumber, say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Serial } from '#client/ui/serial.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import type { Column } from '#client/ui/table.tsx'
import { type RepairColumn, type RepairRow, repairColumns } from '#shared/repairs.ts'

const nothing = <span className="text-muted">-</span>
const mark = 'rounded-sm border border-line px-1 text-xs'

function TypeCell({ row }: { row: RepairRow }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <StateShape state={row.type === '送修' ? 'repairing' : 'repaired'} />
      <span className={classNames(row.voided && 'text-muted line-through')}>{say(`repair.type.${row.type}`)}</span>
      {row.open && <span className={mark}>{say('repairs.open')}</span>}
      {row.repeated && <span className={`${mark} text-danger`}>{say('repairs.repeated')}</span>}
      {row.voided && (
        <span
          className={`${mark} text-muted`}
          title={say('repairs.voidedBy', { person: row.voided.person ?? '-', time: row.voided.timeStr, reason: row.voided.reason })}
        >
          {say('repairs.voided')}
        </span>
      )}
    </span>
  )
}

const cells: Record<RepairColumn, (row: RepairRow) => React.ReactNode> = {
  type: (row) => <TypeCell row={row} />,
  deviceSerial: (row) => <Serial text={row.deviceSerial} />,
  site: (row) => row.site ?? nothing,
  notes: (row) => (
    <span className="block max-w-40 truncate" title={row.notes ?? undefined}>
      {row.notes ?? nothing}
    </span>
  ),
  repairDate: (row) => <span className="figures">{row.repairDateStr}</span>,
  client: (row) => row.client ?? nothing,
  outcome: (row) => (row.outcome ? say(`repair.outcome.${row.outcome}`) : nothing),
  clockDays: (row) =>
    row.clockDays === null ? nothing : say(row.clockRunning ? 'repairs.clockRunning' : 'repairs.clockStopped', { days: formatNumber(row.clockDays) }),
  backOnline: (row) => (row.backOnlineStr ? <span className="figures">{row.backOnlineStr}</span> : nothing),
  person: (row) => row.person ?? nothing,
  createTime: (row) => <span className="figures">{row.createTimeStr}</span>,
}
const sortable: readonly RepairColumn[] = ['type', 'deviceSerial', 'site', 'notes', 'repairDate', 'outcome', 'createTime']

type Actions = { onReturn: ((row: RepairRow) => void) | undefined; onVoid: ((row: RepairRow) => void) | undefined }

/** The documented columns first; actions only for people who may. */
export function repairTableColumns({ onReturn, onVoid }: Actions): Column<RepairRow>[] {
  return [
    ...repairColumns.map(
      (key): Column<RepairRow> => ({
        key,
        title: say(`repair.column.${key}`),
        cell: cells[key],
        sortable: sortable.includes(key),
        align: key === 'clockDays' ? 'end' : 'start',
        fixed: key === 'deviceSerial',
        sticky: key === 'type' ? 'start' : undefined,
      }),
    ),
    {
      key: 'actions',
      title: say('repair.column.actions'),
      fixed: true,
      sticky: 'end',
      cell: (row) => (
        <span className="-ml-2 flex items-center">
          <AppLink href={`/machine_list/index?device=${row.deviceId}`} className="px-2 text-xs font-medium text-accent underline-offset-2 hover:underline">
            {say('repairs.device')}
          </AppLink>
          {onReturn && row.open && (
            <Button
              variant="quiet"
              size="sm"
              className="text-accent!"
              aria-label={`${say('custody.return')} ${row.deviceSerial}`}
              onClick={() => onReturn(row)}
            >
              {say('custody.return')}
            </Button>
          )}
          {onVoid && !row.voided && (
            <Button variant="quiet" size="sm" className="text-danger!" aria-label={`${say('repairs.void')} ${row.deviceSerial}`} onClick={() => onVoid(row)}>
              {say('repairs.void')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}
