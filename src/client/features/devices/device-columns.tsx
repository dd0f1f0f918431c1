import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatDecimal, formatNumber, say } from '#client/i18n.ts'
import { RowButton } from '#client/ui/button.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { actionCells, type Column, onPhone, type PhonePart } from '#client/ui/list/column.ts'
import { Serial } from '#client/ui/serial.tsx'
import { StateShape, StateTag } from '#client/ui/state-tag.tsx'
import { factColumns, factText, isStaffFact, numberFacts } from '#shared/device-facts.ts'
import {
  type DeviceColumn,
  type DeviceRow,
  deviceColumns,
  type FurtherColumn,
  furtherColumns,
} from '#shared/devices.ts'
import type { CustodyAction } from './custody.tsx'
import { CustodyMenu } from './custody-menu.tsx'

const nothing = <span className="text-muted">-</span>
const cells: Record<DeviceColumn, (row: DeviceRow) => React.ReactNode> = {
  serial: (row) => (
    <span className="inline-flex items-center gap-2">
      {/* On a narrow page, or beside details, the state's own column is scrolled out of view; not on a phone. */}
      <span className="hidden sm:narrow:inline">
        <StateShape state={row.state} />
      </span>
      <Serial text={row.serial} href={deviceDetailHref(row.id)} />
    </span>
  ),
  site: (row) => row.site ?? nothing,
  client: (row) => row.client ?? nothing,
  account: (row) => row.account ?? nothing,
  activeWorker: (row) => (row.activeWorker ? <span className="font-mono">{row.activeWorker}</span> : nothing),
  activeWorkerState: (row) => say(row.activeWorkerState ? 'device.worker.yes' : 'device.worker.no'),
  type: (row) => row.type,
  state: (row) => <StateTag state={row.state} />,
  repairTimes: (row) => row.repairTimes,
}

const further: Record<FurtherColumn, (row: DeviceRow, timeZone: string) => React.ReactNode> = {
  stateSince: ({ stateSince }, timeZone) => <span className="figures">{formatInstant(stateSince, timeZone)}</span>,
  hashRate: ({ hashRate }) => (hashRate === null ? nothing : formatDecimal(hashRate, 2)),
  lastReportAt: ({ lastReportAt }, timeZone) =>
    lastReportAt === null ? (
      say('device.neverReported')
    ) : (
      <span className="figures">{formatInstant(lastReportAt, timeZone)}</span>
    ),
}

const shownFact = (fact: string | number | null) =>
  fact === null ? nothing : typeof fact === 'number' ? formatNumber(fact) : fact

type Actions = {
  /** For the client who owns the machines: without the notes of the staff. */
  personal: boolean
  timeZone: string
  onDetail: (row: DeviceRow) => void
  onScrap: ((row: DeviceRow) => void) | undefined
  onCustody?: (action: CustodyAction, row: DeviceRow) => void
}

const actionsColumn = ({
  onDetail,
  onScrap,
  onCustody,
}: Pick<Actions, 'onDetail' | 'onScrap' | 'onCustody'>): Column<DeviceRow> =>
  actionCells(say('device.column.actions'), (row) => (
    <span className="-ml-2 flex items-center">
      <RowButton
        label={say('fleet.detail')}
        name={`${say('fleet.detail')} ${row.serial}`}
        onClick={() => onDetail(row)}
      />
      {onScrap && onCustody && <CustodyMenu row={row} onAction={onCustody} onScrap={onScrap} />}
    </span>
  ))

const devicePhone: Record<string, PhonePart> = {
  ...{ serial: 'title', state: 'side', type: 'fact' },
  ...{ site: 'fact', client: 'fact', account: 'fact', lastReportAt: 'named', hashRate: 'named', stateSince: 'named' },
}

/**
 * Return the documented columns in the documented order, followed by the optional ones; pass `onScrap` only for users
 * with the permission.
 */
export function deviceTableColumns({ timeZone, personal, onDetail, onScrap, onCustody }: Actions): Column<DeviceRow>[] {
  return onPhone(
    [
      ...deviceColumns.map(
        (key): Column<DeviceRow> => ({
          key,
          title: say(`device.column.${key}`),
          cell: cells[key],
          sortable: true,
          align: key === 'repairTimes' ? 'end' : 'start',
          fixed: key === 'serial',
          sticky: key === 'serial' ? 'start' : undefined,
        }),
      ),
      ...furtherColumns.map(
        (key): Column<DeviceRow> => ({
          key,
          title: say(`device.column.${key}`),
          cell: (row) => further[key](row, timeZone),
          align: key === 'hashRate' ? 'end' : 'start',
        }),
      ),
      ...factColumns
        .filter((key) => !(personal && isStaffFact(key)))
        .map(
          (key): Column<DeviceRow> => ({
            key,
            title: say(`device.column.${key}`),
            cell: (row) => shownFact(factText(row.facts, key)),
            align: numberFacts.some((fact) => fact === key) ? 'end' : 'start',
          }),
        ),
      actionsColumn({ onDetail, onScrap, onCustody }),
    ],
    devicePhone,
  )
}
