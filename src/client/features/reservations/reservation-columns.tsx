import { say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button, RowButton } from '#client/ui/button.tsx'
import { actionCells, type Column } from '#client/ui/list/column.ts'
import { figures } from '#client/ui/list/columns.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import type { ReservationRow } from '#shared/reservations.ts'

type Actions = {
  mayRead: boolean
  onEdit: (row: ReservationRow) => void
  onCancel: (row: { id: number }, options: { onSuccess: () => void }) => void
}

async function askCancel(row: ReservationRow, cancel: Actions['onCancel']): Promise<void> {
  if (await askConfirm({ message: say('reservation.cancelAsk', { tanker: row.tankerNumber }), danger: true }))
    cancel({ id: row.id }, { onSuccess: () => toastSuccess(doneTo(say('reservation.cancelled'), row.tankerNumber)) })
}

/** The shared columns of all reservation lists: company, contact and state of the tanker. */
export const visitorColumns = (): Column<ReservationRow>[] => [
  { key: 'licenseNumber', title: say('reservation.licenseNumber'), cell: (row) => row.licenseNumber ?? '-' },
  { key: 'checkedOrg', title: say('reservation.checkedOrg'), cell: (row) => row.checkedOrg ?? '-' },
  { key: 'contactName', title: say('reservation.contactName'), cell: (row) => row.contactName ?? '-' },
  { key: 'phone', title: say('reservation.phone'), cell: (row) => <span className="figures">{row.phone ?? '-'}</span> },
  { key: 'state', title: say('reservation.state'), cell: (row) => say(`reservation.state.${row.state}`) },
]

/** The number of the report, which links to the report for users who may read it. */
const ReportLink = ({ row, mayRead }: { row: ReservationRow; mayRead: boolean }) =>
  row.reportId === null ? (
    '-'
  ) : mayRead ? (
    <AppLink className="figures text-accent hover:underline" href={`/report_detail/index?id=${row.reportId}`}>
      {row.reportNumber}
    </AppLink>
  ) : (
    <span className="figures">{row.reportNumber}</span>
  )

/** The buttons to change and to cancel a waiting reservation. */
const RowActions = ({ row, onEdit, onCancel }: { row: ReservationRow } & Omit<Actions, 'mayRead'>) =>
  row.state === 'waiting' ? (
    <span className="flex items-center">
      <RowButton
        label={say('reservation.change')}
        name={`${say('reservation.edit')} ${row.tankerNumber}`}
        onClick={() => onEdit(row)}
        className="-ml-2"
      />
      <Button
        variant="quiet"
        size="sm"
        className="text-muted!"
        aria-label={`${say('reservation.cancel')} ${row.tankerNumber}`}
        onClick={() => void askCancel(row, onCancel)}
      >
        {say('reservation.drop')}
      </Button>
    </span>
  ) : (
    <span className="text-muted">-</span>
  )

/** Columns of reservations; `mayRead` = the person may open reports. */
export const reservationColumns = ({ mayRead, onEdit, onCancel }: Actions): Column<ReservationRow>[] => [
  { key: 'tankerNumber', title: say('reservation.tankerNumber'), fixed: true, cell: (row) => row.tankerNumber },
  {
    key: 'reserveTime',
    title: say('reservation.slot'),
    fixed: true,
    cell: (row) => (
      <span className="figures">
        {row.reserveTime} {say(`planning.short.${row.reservePeriod}`)}
      </span>
    ),
  },
  { key: 'tankerType', title: say('planning.tankerType'), cell: (row) => say(`planning.kind.${row.tankerType}`) },
  ...visitorColumns(),
  {
    key: 'report',
    title: say('reservation.report'),
    cell: (row) => <ReportLink row={row} mayRead={mayRead} />,
  },
  { key: 'company', title: say('planning.company'), cell: (row) => row.company },
  { key: 'userName', title: say('reservation.userName'), cell: (row) => row.userName ?? '-' },
  {
    key: 'createTime',
    title: say('reservation.createTime'),
    cell: (row) => figures(row.createTimeStr),
  },
  actionCells(say('reservation.actions'), (row) => <RowActions row={row} onEdit={onEdit} onCancel={onCancel} />),
]
