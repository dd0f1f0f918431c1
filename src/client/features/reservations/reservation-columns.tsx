import { say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { figures } from '#client/ui/list/columns.tsx'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import type { ReservationRow } from '#shared/reservations.ts'
import { ReservationStatus } from './reservation-status.tsx'

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
  { key: 'state', title: say('reservation.state'), cell: ({ state }) => <ReservationStatus state={state} /> },
]

/** The number of the report, which links to the report for users who may read it. */
const ReportLink = ({ row, mayRead }: { row: ReservationRow; mayRead: boolean }) =>
  mayRead ? (
    <AppLink className="figures text-accent hover:underline" href={`/report_detail/index?id=${row.reportId}`}>
      {row.reportNumber}
    </AppLink>
  ) : (
    <span className="figures">{row.reportNumber}</span>
  )

/** The report of a reservation; `mayRead` = the person may open reports. */
export const reportColumn = (mayRead: boolean): Column<ReservationRow> => ({
  key: 'report',
  title: say('reservation.report'),
  cell: (row) => (row.reportId === null ? '-' : <ReportLink row={row} mayRead={mayRead} />),
})

const isWaiting = ({ state }: ReservationRow) => state === 'waiting'

/** Columns of reservations; `mayRead` = the person may open reports. */
export const reservationColumns = ({ mayRead, onEdit, onCancel }: Actions): Column<ReservationRow>[] =>
  onPhone(
    [
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
      reportColumn(mayRead),
      { key: 'company', title: say('planning.company'), cell: (row) => row.company },
      { key: 'userName', title: say('reservation.userName'), cell: (row) => row.userName ?? '-' },
      {
        key: 'createTime',
        title: say('reservation.createTime'),
        cell: (row) => figures(row.createTimeStr),
      },
      actionsColumn<ReservationRow>(
        say('reservation.actions'),
        [
          {
            label: say('reservation.change'),
            name: ({ tankerNumber }) => `${say('reservation.edit')} ${tankerNumber}`,
            when: isWaiting,
            run: onEdit,
          },
          {
            label: say('reservation.drop'),
            name: ({ tankerNumber }) => `${say('reservation.cancel')} ${tankerNumber}`,
            danger: true,
            when: isWaiting,
            run: (row) => void askCancel(row, onCancel),
          },
        ],
        ({ tankerNumber }) => tankerNumber,
      ),
    ],
    {
      tankerNumber: 'title',
      reserveTime: 'side',
      state: 'fact',
      tankerType: 'fact',
      checkedOrg: 'fact',
      contactName: 'fact',
      phone: 'fact',
      report: 'fact',
    },
  )
