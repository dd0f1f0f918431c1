import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { type ChangeView, useOpens } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { type ListQuery, withoutForeign } from '#client/ui/list/list-query.ts'
import { closeRow, openingRow } from '#client/ui/list/opened-row.ts'
import { useTableSettings } from '#client/ui/list/table-settings.tsx'
import { factColumns, isStaffFact } from '#shared/device-facts.ts'
import {
  chosenColumns,
  type DeviceRow,
  type DeviceSortColumn,
  deviceSortColumns,
  furtherColumns,
} from '#shared/devices.ts'
import { isOwnerRole, mayExportDevices, roleOfLabel } from '#shared/roles.ts'
import { showAppliedToast } from './applied-feed.ts'
import { useCustody } from './custody.tsx'
import { deviceTableColumns } from './device-columns.tsx'
import { DeviceDrawer } from './device-drawer.tsx'
import { DeviceListEmpty } from './device-list-empty.tsx'
import { type DeviceView, defaultView } from './device-view.ts'
import { deviceFile, deviceFormats } from './export-file.ts'
import { ManageTools } from './manage-tools.tsx'
import type { ScrapTarget } from './scrap-dialog.tsx'
import { machineSelection } from './selection-bar.tsx'
import { useDeviceList } from './use-device-list.ts'
import { knownOf, useSelected } from './use-selected.ts'

const ScrapDialog = lazyPart(
  async () => (await Promise.all([import('./scrap-dialog.tsx'), screenWords.custodyMarks()]))[0].ScrapDialog,
)

const hiddenAtFirst = [...furtherColumns, ...factColumns]

type Props = {
  view: DeviceView
  change: ChangeView<DeviceView>
  filters: ReactNode
  /** The heading of the screen already names the list. */
  headed?: boolean
  /** The screen shows the buttons that add and update devices in its head. */
  managedAbove?: boolean
}

const isSortColumn = (column: string): column is DeviceSortColumn =>
  (deviceSortColumns as readonly string[]).includes(column)

type RowActions = { onScrap: (target: ScrapTarget) => void; onCustody: ReturnType<typeof useCustody>['startOne'] }

/** The columns of the table, with the actions on a row that the user may take. */
function useDeviceColumns(change: Props['change'], actions: RowActions | null) {
  const { nickName, timeZone } = useSession()
  const personal = isOwnerRole(roleOfLabel(nickName))
  const { onScrap, onCustody } = actions ?? {}
  return useMemo(
    () =>
      deviceTableColumns({
        timeZone,
        personal,
        onDetail: ({ id }) => change({ deviceId: id }, openingRow('device')),
        onScrap,
        ...(onCustody ? { onCustody } : {}),
      }),
    [change, onScrap, onCustody, timeZone, personal],
  )
}

type ExportProps = { list: ListQuery<DeviceRow>; view: DeviceView; hidden: readonly string[] }

/** The file of the list with its shown columns, for the roles that may take it. */
function DeviceExport({ list, view, hidden }: ExportProps) {
  const say = useWord()
  const role = roleOfLabel(useSession().nickName)
  const opens = useOpens('export') !== null
  const total = list.data?.totalCount
  const shown = chosenColumns.filter(
    (column) => !hidden.includes(column) && !(isOwnerRole(role) && isStaffFact(column)),
  )
  if (!mayExportDevices(role)) return null
  return (
    <ExportTool
      sentence={say('fleet.exportTotal', { count: formatNumber(total) })}
      columns={shown.map((column) => say(`device.column.${column}`))}
      formats={deviceFormats}
      call={(format) => deviceFile(view, shown, format)}
      disabled={!total}
      opens={opens && !list.isPlaceholderData}
    />
  )
}

/** The selected devices, the actions on all of them or on one, and the dialog of the action. */
function useDeviceSelection(view: DeviceView, list: ListQuery<DeviceRow>) {
  const selected = useSelected(view.filters)
  const { start: startCustody, startOne: actOn, dialog: custodyDialog } = useCustody(selected.clear)
  const machines = knownOf(selected, list.data?.data)
  const selection = machineSelection<DeviceRow>({
    selected,
    total: list.isPlaceholderData ? undefined : list.data?.totalCount,
    onAction: (action) =>
      selected.devices && startCustody({ action, ...selected, devices: selected.devices, machines }),
  })
  return { selection, actOn, custodyDialog }
}

/** The device table with sorting, pages, details, scrap, export and update. The address holds its state. */
export function DeviceList({ view, change, filters, headed = false, managedAbove = false }: Props) {
  const say = useWord()
  const { list: query, ahead } = useDeviceList(view)
  const { list, foreign } = withoutForeign<DeviceRow>(query)
  const settings = useTableSettings('devices', hiddenAtFirst)
  const mayManage = useMay('base_screen')
  useEffect(showAppliedToast, [])
  const [scrapping, setScrapping] = useState<ScrapTarget | null>(null)
  const { selection, actOn, custodyDialog } = useDeviceSelection(view, list)
  const columns = useDeviceColumns(change, mayManage ? { onScrap: setScrapping, onCustody: actOn } : null)
  return (
    <>
      <ListCard<DeviceRow>
        caption={say('fleet.devices')}
        {...(headed ? { headed } : { title: say('fleet.devices') })}
        name="devices"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        sort={{ column: view.orderColumn, way: view.orderWay }}
        onSort={(sort) => {
          const { column, way } = sort ?? { column: defaultView.orderColumn, way: defaultView.orderWay }
          if (isSortColumn(column)) change({ orderColumn: column, orderWay: way, page: 1 })
        }}
        onOpen={(row) => change({ deviceId: row.id }, openingRow('device'))}
        current={view.deviceId}
        onPrefetch={ahead}
        settings={settings}
        actions={
          <>
            <DeviceExport list={list} view={view} hidden={settings.hidden} />
            {!managedAbove && <ManageTools change={change} />}
          </>
        }
        filters={filters}
        selection={mayManage ? selection : undefined}
        empty={<DeviceListEmpty view={view} total={query.data?.totalCount ?? 0} foreign={foreign} change={change} />}
      />
      <DeviceDrawer
        id={view.deviceId}
        onClose={() => closeRow((way) => change({ deviceId: undefined }, way))}
        onScrap={mayManage ? setScrapping : undefined}
        onCustody={mayManage ? actOn : undefined}
      />
      {custodyDialog}
      {scrapping && <ScrapDialog target={scrapping} onClose={() => setScrapping(null)} />}
    </>
  )
}
