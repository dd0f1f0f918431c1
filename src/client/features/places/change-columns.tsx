import type { ReactNode } from 'react'
import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import type { DayChange } from '#shared/day-lists.ts'
import { ChangeCause, ChangeStates, ChangeTime, DeviceLink } from './point-cells.tsx'

const nothing = <span className="text-muted">-</span>

/** The serial of a device, which opens it. */
export const serialColumn = <Row extends { deviceId: number; serial: string }>(): Column<Row> => ({
  key: 'serial',
  title: say('device.column.serial'),
  cell: (row) => <DeviceLink id={row.deviceId} serial={row.serial} />,
  sticky: 'start',
})

/** The site and the sub-account of a device. */
export const placeColumns = <Row extends { site: string | null; account: string | null }>(): Column<Row>[] => [
  { key: 'site', title: say('place.site'), cell: (row) => row.site ?? nothing },
  { key: 'account', title: say('place.account'), cell: (row) => row.account ?? nothing },
]

/**
 * Columns of a change: the states before and after, cause, user and time. Three columns, or a single one on narrow
 * screens.
 */
export function useChangeColumns<Row>(changeOf: (row: Row) => DayChange | null): Column<Row>[] {
  const { timeZone } = useSession()
  const wide = useWide()
  const shown = (draw: (change: DayChange) => ReactNode) => (row: Row) => {
    const change = changeOf(row)
    return change ? draw(change) : nothing
  }
  const title = say('drawer.changesTab')
  if (wide)
    return [
      { key: 'change', title, cell: shown((change) => <ChangeStates change={change} />) },
      {
        key: 'cause',
        title: say('drawer.cause'),
        cell: shown((change) => <ChangeCause change={change} />),
        minWidth: '13rem',
      },
      {
        key: 'at',
        title: say('drawer.at'),
        cell: shown((change) => <ChangeTime change={change} timeZone={timeZone} />),
      },
    ]
  const together = (change: DayChange) => (
    <span className="grid justify-items-start gap-0.5 py-1.5">
      <ChangeStates change={change} />
      <ChangeCause change={change} />
      <span className="text-muted">
        <ChangeTime change={change} timeZone={timeZone} />
      </span>
    </span>
  )
  return [{ key: 'change', title, cell: shown(together), minWidth: '12rem' }]
}
