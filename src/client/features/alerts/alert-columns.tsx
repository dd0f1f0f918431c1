import { durationText } from '#client/features/warnings/duration-text.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { formatInstant } from '#client/ui/instant.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { OpenButton } from '#client/ui/open-button.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { AlertRow } from '#shared/alerts.ts'
import { countText, placeText, statusText } from './alert-text.ts'
import { SeverityMark } from './severity-mark.tsx'

type Options = { timeZone: string; now: number; onOpen: (id: number) => void }

/** The number of machines, and the largest number so far if it was larger. */
const MachineCount = ({ row }: { row: AlertRow }) => (
  <TwoLines
    top={<span className="figures">{countText(row, say)}</span>}
    under={
      row.worst > row.count && row.resolvedAt === null ? say('alerts.worst', { count: formatNumber(row.worst) }) : ''
    }
  />
)

/** Who acknowledged the event, and why. */
const Acknowledged = ({ acknowledged }: Pick<AlertRow, 'acknowledged'>) =>
  acknowledged ? (
    <TwoLines
      top={acknowledged.by ?? say('alerts.acknowledgedNow')}
      under={acknowledged.reason ?? ''}
      className="max-w-48"
    />
  ) : (
    <span className="text-muted">-</span>
  )

/** The columns of an event: what, where, how many, since when, how long, and who has acknowledged it. */
export const alertColumns = ({ timeZone, now, onOpen }: Options): Column<AlertRow>[] =>
  onPhone(
    [
      {
        key: 'kind',
        title: say('alerts.kind'),
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <OpenButton label={say('alerts.openIt', { id: row.id })} onOpen={() => onOpen(row.id)}>
            {say(`alerts.kind.${row.kind}`)}
          </OpenButton>
        ),
      },
      { key: 'severity', title: say('alerts.severity'), cell: ({ severity }) => <SeverityMark severity={severity} /> },
      { key: 'place', title: say('alerts.place'), cell: (row) => placeText(row) },
      {
        key: 'machines',
        title: say('alerts.machines'),
        align: 'end',
        cell: (row) => <MachineCount row={row} />,
      },
      {
        key: 'openedAt',
        title: say('alerts.openedAt'),
        cell: ({ openedAt }) => <span className="figures whitespace-nowrap">{formatInstant(openedAt, timeZone)}</span>,
      },
      {
        key: 'lasting',
        title: say('alerts.lasting'),
        cell: ({ openedAt, resolvedAt }) =>
          durationText(openedAt, resolvedAt === null ? now : Date.parse(resolvedAt), say),
      },
      {
        key: 'status',
        title: say('alerts.status'),
        cell: (row) => (
          <TwoLines
            top={statusText(row, say)}
            under={row.resolvedAt === null && row.mutedBy ? say(`alerts.muted.${row.mutedBy}`) : ''}
            className="max-w-56"
          />
        ),
      },
      {
        key: 'acknowledged',
        title: say('alerts.acknowledged'),
        cell: ({ acknowledged }) => <Acknowledged acknowledged={acknowledged} />,
      },
    ],
    {
      kind: 'title',
      severity: 'side',
      place: 'fact',
      machines: 'named',
      lasting: 'fact',
      status: 'fact',
      acknowledged: 'fact',
    },
  )
