import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { deviceTableColumns } from '#client/features/devices/device-columns.tsx'
import { defaultView, machineListPath, rowsHref, writeView } from '#client/features/devices/device-view.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { PagedTable } from '#client/ui/list/paged-table.tsx'
import { TableSettingsButton, useTableSettings } from '#client/ui/list/table-settings.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { factColumns } from '#shared/device-facts.ts'
import { type DeviceRow, deviceSortColumns, furtherColumns } from '#shared/devices.ts'
import { isOwnerRole, roleOfLabel } from '#shared/roles.ts'

const firstSize = 5
const hiddenAtFirst = [...furtherColumns, ...factColumns]
/** Columns left out, because client and account are named above the table. */
const said = ['client', 'account']

/** The devices of a sub-account, with a link to the whole list with its filters. */
export function AccountDevices({ accountId }: { accountId: number }) {
  const say = useWord()
  const [, navigate] = useLocation()
  const { page, size, sort, change } = useInnerList('devices', firstSize)
  const settings = useTableSettings('accountDevices', hiddenAtFirst)
  const { timeZone, nickName } = useSession()
  const personal = isOwnerRole(roleOfLabel(nickName))
  const orderColumn = deviceSortColumns.find((column) => column === sort?.column)
  const list = trpc.devices.find.useQuery({ accountId, page, size, orderColumn, orderWay: sort?.way }, listQuery)
  const { columns, open } = useMemo(() => {
    const onDetail = (row: DeviceRow) =>
      navigate(`${machineListPath}${writeView({ ...defaultView, filters: { accountId }, deviceId: row.id })}`)
    return {
      open: onDetail,
      columns: deviceTableColumns({ timeZone, personal, onDetail, onScrap: undefined }).filter(
        ({ key }) => !said.includes(key),
      ),
    }
  }, [navigate, accountId, timeZone, personal])
  return (
    <Card
      title={say('places.ownDevices')}
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <TableSettingsButton settings={settings} columns={columns} />
          <AppLink href={rowsHref({ accountId })} className="text-accent underline-offset-2 hover:underline">
            {say('places.allDevices')}
          </AppLink>
        </span>
      }
    >
      <PagedTable<DeviceRow>
        caption={say('places.ownDevices')}
        columns={columns}
        list={list}
        rowKey={(row) => row.id}
        view={{ page, size }}
        change={change}
        sort={sort}
        onSort={(next) => change({ sort: next, page: 1 })}
        settings={settings}
        onOpen={open}
        empty={<EmptyState title={say('fleet.noDevices')} className="py-6" />}
      />
    </Card>
  )
}
