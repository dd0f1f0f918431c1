import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { ReportStatus } from '#client/features/reports/report-status.tsx'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import { DeviceState } from '#shared/devices.ts'
import type { CountedRow, groupOrders } from '#shared/kpi.ts'
import { reportStatuses } from '#shared/reports.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { firstPage, type Paging, RowsDialog } from './rows-dialog.tsx'

/** A station of a ranking, or a month of certificates. */
export type Counted =
  | { by: (typeof groupOrders)[number]; stationId: number; name: string }
  | { by: 'certificates'; month: string }
type Props = { companyId: number; counted: Counted; onClose: () => void }

/** The detail screen of a row, for people who may open it. */
const linkOf = { devices: deviceDetailHref, reports: (id: number) => `/report_detail/index?id=${id}` }
const screens = { devices: '/TraceDetail/index', reports: '/report_detail/index' }

function What({ by, what }: { by: Counted['by']; what: string }) {
  const say = useWord()
  const state = DeviceState.safeParse(what).data
  const status = reportStatuses.find((one) => String(one) === what)
  if (by === 'users') return say(`role.${roleOfLabel(what)}`)
  if (by === 'devices') return state ? <StateTag state={state} /> : what
  return status === undefined ? what : <ReportStatus status={status} />
}

function useRows(companyId: number, counted: Counted, paging: Paging) {
  const ofMonth = counted.by === 'certificates'
  const kept = { placeholderData: keepPreviousData, meta: { silent: true } }
  const month = trpc.kpi.certificateRows.useQuery(
    { companyId, month: ofMonth ? counted.month : '', ...paging },
    { ...kept, enabled: ofMonth },
  )
  const station = trpc.kpi.stationRows.useQuery(
    { companyId, stationId: ofMonth ? 0 : counted.stationId, by: ofMonth ? 'users' : counted.by, ...paging },
    { ...kept, enabled: !ofMonth },
  )
  return ofMonth ? month : station
}

/** The rows that a bar counts; their number is the value of the bar. */
export function CountedDialog({ companyId, counted, onClose }: Props) {
  const say = useWord()
  const { routes } = useSession()
  const [paging, setPaging] = useState(firstPage)
  const { by } = counted
  const kind = by === 'certificates' ? 'reports' : by
  const list = useRows(companyId, counted, paging)
  const columns = useMemo((): Column<CountedRow>[] => {
    const href = kind !== 'users' && routes.some(({ path }) => path === screens[kind]) ? linkOf[kind] : undefined
    const link = (row: CountedRow) =>
      href ? (
        <AppLink href={href(row.id)} className="figures text-accent underline-offset-2 hover:underline">
          {row.name}
        </AppLink>
      ) : (
        row.name
      )
    return [
      { key: 'name', title: say(`kpi.row.${kind}`), fixed: true, sticky: 'start', cell: link },
      {
        key: 'what',
        title: say(kind === 'users' ? 'users.nickName' : 'kpi.row.state'),
        cell: (row) => <What by={by} what={row.what} />,
      },
      { key: 'company', title: say('kpi.company'), cell: (row) => row.company },
      ...(kind === 'reports'
        ? [
            {
              key: 'at',
              title: say(by === 'reports' ? 'kpi.row.made' : 'kpi.row.finished'),
              cell: ({ at }: CountedRow) => <span className="figures">{at}</span>,
            },
          ]
        : []),
    ]
  }, [say, by, kind, routes])
  const title =
    counted.by === 'certificates'
      ? `${counted.month} · ${say('kpi.certificates')}`
      : `${counted.name} · ${say(`kpi.by.${counted.by}`)}`
  return (
    <RowsDialog
      title={title}
      columns={columns}
      list={list}
      empty={say('kpi.row.none')}
      paging={paging}
      onPage={setPaging}
      onClose={onClose}
    />
  )
}
