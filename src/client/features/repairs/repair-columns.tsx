import { Camera } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { toMinute } from '#client/ui/instant.ts'
import { type Column, onPhone, type RowAction } from '#client/ui/list/column.ts'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import { Serial } from '#client/ui/serial.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { Word } from '#shared/i18n/index.ts'
import { type RepairRow, repairColumns } from '#shared/repairs.ts'
import { clockText } from './clock-text.ts'
import { isShown, type Shown } from './shown-columns.ts'

const nothing = <span className="text-muted">-</span>

type Actions = {
  onReturn: ((row: RepairRow) => void) | undefined
  onVoid: ((row: RepairRow) => void) | undefined
  onPhotos: (row: RepairRow) => void
}

/** Special conditions of a record, below its type. */
function Marks({ row: { open, repeated, underWarranty, voided } }: { row: RepairRow }) {
  return (
    <span className="flex gap-1.5 pl-4.5">
      {open && <span>{say('repairs.open')}</span>}
      {underWarranty && <span>{say('repairs.underWarranty')}</span>}
      {repeated && <span className="text-danger">{say('repairs.repeated')}</span>}
      {voided && (
        <span
          title={say('repairs.voidedBy', {
            person: voided.person ?? '-',
            time: toMinute(voided.timeStr),
            reason: voided.reason,
          })}
        >
          {say('repairs.voided')}
        </span>
      )}
    </span>
  )
}

function TypeCell({ row }: { row: RepairRow }) {
  const type = (
    <span className="flex items-center gap-1.5">
      <StateShape state={row.type === '送修' ? 'repairing' : 'repaired'} />
      <span className={classNames('whitespace-nowrap', row.voided && 'text-muted line-through')}>
        {say(`repairs.type.${row.type}`)}
      </span>
    </span>
  )
  return (
    <TwoLines
      top={type}
      under={(row.open || row.repeated || row.underWarranty || row.voided) && <Marks row={row} />}
      className="max-w-36"
    />
  )
}

/**
 * The machine, and below it the button for the photos of the record. The photos have no column of their own, so that
 * all columns are visible.
 */
function SerialCell({ row, onPhotos }: { row: RepairRow; onPhotos: Actions['onPhotos'] }) {
  return (
    <span className="block sm:in-[.h-10]:py-1">
      <span className="block">
        <Serial text={row.deviceSerial} href={`/machine_list/index?device=${row.deviceId}`} />
      </span>
      <span className="under block text-xs">
        <button
          type="button"
          className="-my-1 inline-flex min-h-6 items-center gap-1 text-accent underline-offset-2 hover:underline"
          aria-label={`${say('repairs.photos')} ${row.deviceSerial}`}
          onClick={() => onPhotos(row)}
        >
          <Camera aria-hidden className="size-3" />
          {say('repairs.photos')}
        </button>
      </span>
    </span>
  )
}

/** The client of the record, with the present client of the machine when they differ and the repair is still open. */
const ownersOf = ({ client, clientNow }: RepairRow): string | null =>
  clientNow === null ? client : say('repairs.clientNow', { client: client ?? '-', now: clientNow })

/** The reason, with more space where the table has no actions. */
const reasonCell = (hasActions: boolean) => (row: RepairRow) => (
  <TwoLines
    top={row.notes ?? nothing}
    under={row.workshop}
    className={hasActions ? 'max-w-28 2xl:max-w-60' : 'max-w-60'}
  />
)

const cells: Record<Exclude<Shown, 'deviceSerial' | 'notes'>, (row: RepairRow) => ReactNode> = {
  type: (row) => <TypeCell row={row} />,
  site: (row) => <TwoLines top={row.site ?? nothing} under={ownersOf(row)} className="max-w-36" />,
  repairDate: (row) => (
    <TwoLines
      top={<span className="figures">{row.repairDateStr}</span>}
      under={
        row.warrantyUntil && <span className="figures">{say('repairs.warranty', { day: row.warrantyUntil })}</span>
      }
      className="max-w-40"
    />
  ),
  outcome: (row) => (
    <TwoLines
      top={row.outcome ? say(`repair.outcome.${row.outcome}`) : nothing}
      under={row.backOnlineStr && <span className="figures">{row.backOnlineStr.slice(0, 16)}</span>}
      className="max-w-48"
    />
  ),
  clockDays: (row) => (
    <TwoLines
      top={clockText(row) ?? nothing}
      under={
        row.cost !== null && <span className="figures">{say('repairs.yuan', { cost: formatNumber(row.cost) })}</span>
      }
      className="ml-auto max-w-32"
    />
  ),
  createTime: (row) => (
    <TwoLines
      top={<span className="figures">{toMinute(row.createTimeStr)}</span>}
      under={row.person}
      className="max-w-36"
    />
  ),
}
const sortable: readonly Shown[] = ['type', 'deviceSerial', 'site', 'notes', 'repairDate', 'outcome', 'createTime']
/** Shorter titles than in the export, so that all columns are visible at once. */
const titles: Partial<Record<Shown, Word>> = {
  site: 'repairs.siteClient',
  outcome: 'repairs.outcomeOnline',
  createTime: 'repairs.entered',
}

const cellOf = (key: Shown, { onPhotos, onReturn, onVoid }: Actions): ((row: RepairRow) => ReactNode) => {
  if (key === 'deviceSerial') return (row) => <SerialCell row={row} onPhotos={onPhotos} />
  return key === 'notes' ? reasonCell(Boolean(onReturn ?? onVoid)) : cells[key]
}

/** The documented columns first; actions only for people who may use them. */
export function repairTableColumns(actions: Actions): Column<RepairRow>[] {
  return onPhone(
    [
      ...repairColumns.filter(isShown).map(
        (key): Column<RepairRow> => ({
          key,
          title: say(titles[key] ?? `repair.column.${key}`),
          cell: cellOf(key, actions),
          sortable: sortable.includes(key),
          align: key === 'clockDays' ? 'end' : 'start',
          fixed: key === 'deviceSerial',
          sticky: key === 'type' ? 'start' : undefined,
        }),
      ),
      ...(actions.onReturn || actions.onVoid
        ? [
            actionsColumn<RepairRow>(
              say('repair.column.actions'),
              actionsOf(actions),
              ({ deviceSerial }) => deviceSerial,
            ),
          ]
        : []),
    ],
    {
      type: 'side',
      deviceSerial: 'title',
      repairDate: 'fact',
      site: 'fact',
      notes: 'fact',
      outcome: 'fact',
      clockDays: 'named',
    },
  )
}

const actionsOf = ({ onReturn, onVoid }: Actions): RowAction<RepairRow>[] => [
  ...(onReturn
    ? [
        {
          label: say('custody.return'),
          name: ({ deviceSerial }: RepairRow) => `${say('custody.return')} ${deviceSerial}`,
          when: ({ open }: RepairRow) => open,
          run: onReturn,
        },
      ]
    : []),
  ...(onVoid
    ? [
        {
          label: say('repairs.void'),
          name: ({ deviceSerial }: RepairRow) => `${say('repairs.void')} ${deviceSerial}`,
          danger: true,
          when: ({ voided }: RepairRow) => !voided,
          run: onVoid,
        },
      ]
    : []),
]
