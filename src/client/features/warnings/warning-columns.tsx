import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { formatDecimal, say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import { Serial } from '#client/ui/serial.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { WarningRow } from '#shared/device-detail.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { durationText } from './duration-text.ts'

const nothing = <span className="text-muted">-</span>
const link = 'text-accent underline-offset-2 hover:underline'

type Options = {
  timeZone: string
  now: number
  targets: HashRules['targets']
  /** For the staff: show acknowledgements, assignees and notes. */
  withCare: boolean
  onAcknowledge: (row: WarningRow) => void
}

/** Columns of warnings: state, duration, place, owner, and the columns for the staff. */
export const warningColumns = ({ timeZone, now, targets, withCare, onAcknowledge }: Options): Column<WarningRow>[] =>
  onPhone(
    [
      {
        key: 'serial',
        title: say('device.column.serial'),
        sticky: 'start',
        fixed: true,
        sortable: true,
        cell: ({ id, serial }) => <Serial text={serial} href={deviceDetailHref(id)} />,
      },
      { key: 'state', title: say('device.column.state'), cell: ({ state }) => <StateTag state={state} /> },
      {
        key: 'stateSince',
        title: say('warning.since'),
        sortable: true,
        cell: ({ stateSince }) => (
          <TwoLines
            top={durationText(stateSince, now, say)}
            under={<span className="figures">{formatInstant(stateSince, timeZone)}</span>}
            className="max-w-44"
          />
        ),
      },
      ...(withCare ? careColumns(timeZone) : []),
      ...reportColumns(targets, timeZone),
      ...ownerColumns(),
      { key: 'type', sortable: true, title: say('device.column.type'), cell: ({ type }) => type },
      {
        key: 'repairTimes',
        sortable: true,
        title: say('device.column.repairTimes'),
        align: 'end',
        cell: ({ repairTimes }) => repairTimes,
      },
      ...(withCare ? [careActions(onAcknowledge)] : []),
    ],
    {
      serial: 'title',
      stateSince: 'side',
      site: 'fact',
      client: 'fact',
      hashRate: 'named',
      acknowledged: 'fact',
      assignee: 'fact',
      note: 'fact',
    },
  )

/** The action of the staff; the row itself opens the machine. */
const careActions = (onAcknowledge: Options['onAcknowledge']): Column<WarningRow> =>
  actionsColumn<WarningRow>(
    say('device.column.actions'),
    [
      {
        label: say('care.acknowledge'),
        name: ({ serial }) => `${say('care.acknowledge')} ${serial}`,
        when: ({ care }) => !care?.acknowledged,
        run: onAcknowledge,
      },
    ],
    ({ serial }) => serial,
  )

/** The hash rate and the last report. */
const reportColumns = (targets: HashRules['targets'], timeZone: string): Column<WarningRow>[] => [
  {
    key: 'hashRate',
    sortable: true,
    title: say('device.column.hashRate'),
    align: 'end',
    cell: ({ hashRate, type }) =>
      hashRate === null ? nothing : `${formatDecimal(hashRate, 2)} / ${targets[type] ?? '-'}`,
  },
  {
    key: 'lastReportAt',
    sortable: true,
    title: say('device.column.lastReportAt'),
    cell: ({ lastReportAt }) =>
      lastReportAt === null ? (
        say('device.neverReported')
      ) : (
        <span className="figures whitespace-nowrap">{formatInstant(lastReportAt, timeZone)}</span>
      ),
  },
]

/** Site, client and sub-account; the first two link to their machines in the same state. */
const ownerColumns = (): Column<WarningRow>[] => [
  {
    key: 'site',
    sortable: true,
    title: say('device.column.site'),
    cell: ({ site, siteId, state }) =>
      site === null ? (
        nothing
      ) : (
        <AppLink href={rowsHref({ siteId: siteId ?? undefined, state })} className={link}>
          {site}
        </AppLink>
      ),
  },
  {
    key: 'client',
    sortable: true,
    title: say('device.column.client'),
    cell: ({ client, clientId, state }) =>
      client === null ? (
        nothing
      ) : (
        <AppLink href={rowsHref({ clientId: clientId ?? undefined, state })} className={link}>
          {client}
        </AppLink>
      ),
  },
  { key: 'account', sortable: true, title: say('device.column.account'), cell: ({ account }) => account ?? nothing },
]

/** Assignee, acknowledgement with its reason, and note. */
const careColumns = (timeZone: string): Column<WarningRow>[] => [
  {
    key: 'acknowledged',
    title: say('care.acknowledged'),
    cell: ({ care }) =>
      care?.acknowledged ? (
        <TwoLines
          top={say('care.acknowledgedBy', { by: care.acknowledged.by ?? '-' })}
          under={[formatInstant(care.acknowledged.at, timeZone), care.acknowledged.reason].filter(Boolean).join(' · ')}
          className="max-w-32"
        />
      ) : (
        <span className="text-muted">{say('care.notAcknowledged')}</span>
      ),
  },
  { key: 'assignee', title: say('care.assignee'), cell: ({ care }) => care?.assignee?.name ?? nothing },
  {
    key: 'note',
    title: say('care.note'),
    cell: ({ care }) =>
      care?.note ? (
        <span title={care.note} className="block max-w-24 truncate">
          {care.note}
        </span>
      ) : (
        nothing
      ),
  },
]
