import { RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import { type DeviceRow, type DeviceSortColumn, deviceColumns, deviceSortColumns } from '#shared/devices.ts'
import { mayExportDevices, roleOfLabel } from '#shared/permissions.ts'
import { type CustodyAction, useCustody } from './custody.tsx'
import { deviceTableColumns } from './device-columns.tsx'
import { DeviceDrawer } from './device-drawer.tsx'
import { DeviceListEmpty } from './device-list-empty.tsx'
import { type DeviceView, defaultView } from './device-view.ts'
import { deviceFile, deviceFormats } from './export-file.ts'
import { ScrapDialog, type ScrapTarget } from './scrap-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDeviceList } from './use-device-list.ts'
import { useSelected } from './use-selected.ts'

// Few people update devices, so its dialog and words come when they are asked for.
const loadFeedDialog = async () => (await Promise.all([import('./feed-dialog.tsx'), screenWords.feeds()]))[0]
const FeedDialog = lazyPart(async () => (await loadFeedDialog()).FeedDialog)

type Props = { view: DeviceView; change: (patch: Partial<DeviceView>, way?: { replace: boolean }) => void }

const isSortColumn = (column: string): column is DeviceSortColumn => (deviceSortColumns as readonly string[]).includes(column)

/** The device table with everything that belongs to it: sorting, pages, detail, scrap, export, update. The address holds its state. */
export function DeviceList({ view, change }: Props) {
  const say = useWord()
  const { list, ahead } = useDeviceList(view)
  const settings = useTableSettings('devices')
  const maySteer = useMay('base_screen')
  const mayExport = mayExportDevices(roleOfLabel(useSession().nickName))
  const [scrapping, setScrapping] = useState<ScrapTarget | null>(null)
  const [open, setOpen] = useState<'feed' | null>(null)
  // A place of the filters that is missing, or somebody else's, is no failure to try again.
  const foreign = codeOf(list.error) === 'NOT_FOUND'
  const total = list.data?.totalCount
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / view.size))
  const beyond = total !== undefined && !list.isPlaceholderData && view.page > lastPage
  useEffect(() => {
    if (beyond) change({ page: lastPage }, { replace: true })
  }, [beyond, lastPage, change])
  const totalText = formatNumber(total)
  const shown = deviceColumns.filter((column) => !settings.hidden.includes(column))
  const selected = useSelected(view.filters)
  const custody = useCustody(selected.clear)
  const startCustody = custody.start
  const actOn = useCallback((action: CustodyAction, { id }: { id: number }) => startCustody({ action, devices: { ids: [id] }, count: 1 }), [startCustody])
  const columns = useMemo(
    () =>
      deviceTableColumns({
        onDetail: ({ id }) => change({ deviceId: id }),
        ...(maySteer ? { onScrap: setScrapping, onCustody: actOn, selected } : { onScrap: undefined }),
      }),
    [change, maySteer, selected, actOn],
  )
  return (
    <Card
      title={say('fleet.devices')}
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-1 max-sm:gap-0">
          <ListTools screen="devices" settings={settings} columns={columns} />
          {mayExport && (
            <ExportTool
              sentence={say('fleet.exportTotal', { count: totalText })}
              columns={shown.map((column) => say(`device.column.${column}`))}
              formats={deviceFormats}
              call={(format) => deviceFile(view, shown, format)}
              disabled={!total}
            />
          )}
          {maySteer && (
            <Button
              className="max-sm:px-2"
              icon={<RefreshCw aria-hidden className="size-4" />}
              onClick={() => setOpen('feed')}
              onPointerEnter={() => void loadFeedDialog().catch(() => {})}
            >
              {say('fleet.updateDevice')}
            </Button>
          )}
        </span>
      }
    >
      {maySteer && (
        <SelectionBar
          selected={selected}
          rows={list.data?.data ?? []}
          total={list.isPlaceholderData ? undefined : total}
          onAction={(action) => selected.devices && custody.start({ action, devices: selected.devices, count: selected.count })}
        />
      )}
      <DataTable<DeviceRow>
        caption={say('fleet.devices')}
        columns={columns}
        rows={foreign ? [] : list.data?.data}
        rowKey={(row) => row.id}
        size={view.size}
        sort={{ column: view.orderColumn, way: view.orderWay }}
        onSort={(sort) => {
          const { column, way } = sort ?? { column: defaultView.orderColumn, way: defaultView.orderWay }
          if (isSortColumn(column)) change({ orderColumn: column, orderWay: way, page: 1 })
        }}
        fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
        error={list.error && !foreign ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
        onOpen={(row) => change({ deviceId: row.id })}
        settings={settings}
        empty={<DeviceListEmpty view={view} total={total ?? 0} foreign={foreign} change={change} />}
      />
      <div className="px-4 py-2">
        <Pager page={view.page} size={view.size} total={total} onAhead={ahead} onChange={(page, size) => change({ page, size })} />
      </div>
      <DeviceDrawer
        id={view.deviceId}
        onClose={() => change({ deviceId: undefined }, { replace: true })}
        onScrap={maySteer ? setScrapping : undefined}
        onCustody={maySteer ? actOn : undefined}
      />
      {custody.dialog}
      <ScrapDialog target={scrapping} onClose={() => setScrapping(null)} />
      {open === 'feed' && <FeedDialog onClose={() => setOpen(null)} />}
    </Card>
  )
}
