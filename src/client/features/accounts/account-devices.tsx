import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { deviceTableColumns } from '#client/features/devices/device-columns.tsx'
import { defaultView, machineListPath, rowsHref, writeView } from '#client/features/devices/device-view.ts'
import { useInnerList } from '#client/features/places/use-inner-list.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { DataTable } from '#client/ui/table.tsx'
import { TableSettingsButton, useTableSettings } from '#client/ui/table-settings.tsx'
import { type DeviceRow, deviceSortColumns } from '#shared/devices.ts'

const firstSize = 5
/** Who owns them is said above the table. */
const said = ['client', 'account']

/** The devices of a sub-account; the whole list with its filters is one step away. */
export function AccountDevices({ accountId }: { accountId: number }) {
  const say = useWord()
  const [, navigate] = useLocation()
  const { page, size, sort, change } = useInnerList('devices', firstSize)
  const settings = useTableSettings('accountDevices')
  const orderColumn = deviceSortColumns.find((column) => column === sort?.column)
  const list = trpc.devices.find.useQuery(
    { accountId, page, size, orderColumn, orderWay: sort?.way },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const { columns, open } = useMemo(() => {
    const onDetail = (row: DeviceRow) => navigate(`${machineListPath}${writeView({ ...defaultView, filters: { accountId }, deviceId: row.id })}`)
    return { open: onDetail, columns: deviceTableColumns({ onDetail, onScrap: undefined }).filter(({ key }) => !said.includes(key)) }
  }, [navigate, accountId])
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
      <DataTable<DeviceRow>
        caption={say('places.ownDevices')}
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => row.id}
        size={size}
        sort={sort}
        onSort={(next) => change({ sort: next, page: 1 })}
        settings={settings}
        fetching={list.isFetching && list.isPlaceholderData}
        error={list.error ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
        onOpen={open}
        empty={<EmptyState title={say('fleet.noDevices')} className="py-6" />}
      />
      <div className="px-4 py-2">
        <Pager page={page} size={size} total={list.data?.totalCount} onChange={(nextPage, nextSize) => change({ page: nextPage, size: nextSize })} />
      </div>
    </Card>
  )
}
