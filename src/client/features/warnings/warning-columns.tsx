import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import type { Column } from '#client/ui/list/table.tsx'
import { Serial } from '#client/ui/serial.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { WarningRow } from '#shared/device-detail.ts'
import type { HashRules } from '#shared/transitions.ts'
import { lasting } from './lasting.ts'

const nothing = <span className="text-muted">-</span>
const link = 'text-accent underline-offset-2 hover:underline'

/** What is wrong, since when, where, whose. */
export const warningColumns = (timeZone: string, now: number, targets: HashRules['targets']): Column<WarningRow>[] => [
  { key: 'serial', title: say('device.column.serial'), sticky: 'start', fixed: true, cell: ({ serial }) => <Serial text={serial} /> },
  { key: 'state', title: say('device.column.state'), cell: ({ state }) => <StateTag state={state} /> },
  {
    key: 'since',
    title: say('warning.since'),
    cell: ({ stateSince }) => (
      <TwoLines
        top={lasting(stateSince, now, say)}
        under={<span className="figures">{formatInstant(stateSince, timeZone, 'short')}</span>}
        className="max-w-44"
      />
    ),
  },
  {
    key: 'hashRate',
    title: say('device.column.hashRate'),
    align: 'end',
    cell: ({ hashRate, type }) => (hashRate === null ? nothing : `${formatNumber(hashRate)} / ${targets[type]}`),
  },
  {
    key: 'lastReportAt',
    title: say('device.column.lastReportAt'),
    cell: ({ lastReportAt }) =>
      lastReportAt === null ? say('device.neverReported') : <span className="figures whitespace-nowrap">{formatInstant(lastReportAt, timeZone, 'short')}</span>,
  },
  {
    key: 'site',
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
  { key: 'account', title: say('device.column.account'), cell: ({ account }) => account ?? nothing },
  { key: 'type', title: say('device.column.type'), cell: ({ type }) => type },
  { key: 'repairTimes', title: say('device.column.repairTimes'), align: 'end', cell: ({ repairTimes }) => repairTimes },
  {
    key: 'actions',
    title: say('device.column.actions'),
    sticky: 'end',
    fixed: true,
    cell: ({ id, serial }) => (
      <AppLink href={deviceDetailHref(id)} className={link} aria-label={`${say('fleet.detail')} ${serial}`}>
        {say('fleet.detail')}
      </AppLink>
    ),
  },
]
