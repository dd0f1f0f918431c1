import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatDecimal, say } from '#client/i18n.ts'
import { formatInstant } from '#client/ui/instant.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import { Serial } from '#client/ui/serial.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { ConflictRow } from '#shared/feed-conflicts.ts'
import { type ConflictAction, conflictActions, possibleActions } from './conflict-actions.ts'

type Options = {
  timeZone: string
  /** Show the decided conflicts instead of the open ones. */
  resolved: boolean
  onDecide: (action: ConflictAction, rows: readonly ConflictRow[]) => void
}

/** The place of the machine, and below it its owner. */
const placeColumn = (): Column<ConflictRow> => ({
  key: 'site',
  title: `${say('feedScreen.site')} / ${say('conflict.client')}`,
  cell: (row) => <TwoLines top={row.site ?? '-'} under={row.client} />,
})

/** Columns: the machine, its report against its recorded state, and the possible decisions. */
export function conflictColumns({ timeZone, resolved, onDecide }: Options): Column<ConflictRow>[] {
  const time = (iso: string | null) => (
    <span className="figures">{iso === null ? '-' : formatInstant(iso, timeZone)}</span>
  )
  const actions = actionsColumn<ConflictRow>(
    say('device.column.actions'),
    conflictActions.map((action) => ({
      label: say(`conflict.decision.${action}`),
      name: ({ serial }) => `${say(`conflict.decision.${action}`)} ${serial}`,
      when: (row) => possibleActions([row]).includes(action),
      run: (row) => onDecide(action, [row]),
    })),
    ({ serial }) => serial,
  )
  const decided: Column<ConflictRow>[] = [
    { key: 'resolvedAt', title: say('conflict.resolvedAt'), cell: (row) => time(row.resolvedAt) },
    { key: 'resolvedBy', title: say('conflict.resolvedBy'), cell: (row) => row.resolvedBy ?? '-' },
  ]
  return onPhone<ConflictRow>(
    [
      {
        key: 'serial',
        title: say('feedScreen.serial'),
        fixed: true,
        cell: (row) => <Serial text={row.serial} href={deviceDetailHref(row.deviceId)} />,
      },
      { key: 'state', title: say('conflict.state'), cell: (row) => <StateTag state={row.state} /> },
      {
        key: 'reason',
        title: say('feedScreen.reason'),
        cell: (row) => (
          <span className="block min-w-60 py-1 whitespace-normal">{say(`feed.reason.${row.reason}`)}</span>
        ),
      },
      {
        key: 'hashRate',
        title: say('conflict.hashRate'),
        align: 'end',
        cell: ({ telemetry }) => (telemetry.hashRate === null ? '-' : `${formatDecimal(telemetry.hashRate, 2)} TH/s`),
      },
      {
        key: 'reported',
        title: say('conflict.reported'),
        cell: (row) => time(row.telemetry.reportedAt ?? row.createdAt),
      },
      placeColumn(),
      { key: 'batch', title: say('batch.number'), align: 'end', cell: (row) => row.batchId },
      ...(resolved ? decided : [actions]),
    ],
    {
      serial: 'title',
      state: 'side',
      reason: 'fact',
      hashRate: 'named',
      reported: 'fact',
      site: 'fact',
      actions: 'work',
    },
  )
}
