import { say } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { actionCells, type Column, onPhone } from '#client/ui/list/column.ts'
import type { ReservationRow } from '#shared/reservations.ts'
import { reportColumn, visitorColumns } from './reservation-columns.tsx'

type Asked = { mayRead: boolean; onRegister: (row: ReservationRow) => void }

/** Columns of the expected tankers; `mayRead` = the person may open reports. */
export const receptionColumns = ({ mayRead, onRegister }: Asked): Column<ReservationRow>[] =>
  onPhone(
    [
      {
        key: 'tankerNumber',
        title: say('reservation.tankerNumber'),
        fixed: true,
        cell: (row) => <TankerNumber row={row} onRegister={() => onRegister(row)} />,
      },
      {
        key: 'period',
        title: say('planning.reservePeriod'),
        fixed: true,
        cell: (row) => say(`planning.short.${row.reservePeriod}`),
      },
      { key: 'tankerType', title: say('planning.tankerType'), cell: (row) => say(`planning.kind.${row.tankerType}`) },
      ...visitorColumns(),
      reportColumn(mayRead),
      actionCells(say('reservation.actions'), (row) =>
        row.state === 'waiting' ? (
          <Button
            size="sm"
            aria-label={say('reception.registerOf', { tanker: row.tankerNumber })}
            onClick={() => onRegister(row)}
          >
            {say('reception.register')}
          </Button>
        ) : null,
      ),
    ],
    {
      tankerNumber: 'title',
      period: 'side',
      state: 'fact',
      tankerType: 'fact',
      checkedOrg: 'fact',
      contactName: 'fact',
      phone: 'fact',
      report: 'fact',
    },
  )

/** The number with the register button below it, because on a phone the column of buttons is out of sight. */
function TankerNumber({ row, onRegister }: { row: ReservationRow; onRegister: () => void }) {
  if (row.state !== 'waiting') return row.tankerNumber
  return (
    <button
      type="button"
      title={say('reception.register')}
      className="text-accent underline-offset-2 hover:underline"
      onClick={onRegister}
    >
      {row.tankerNumber}
    </button>
  )
}
