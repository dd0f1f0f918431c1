import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay, useSession } from '#client/session-context.tsx'
import { type ListQuery, withoutForeign } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { useTableSettings } from '#client/ui/list/table-settings.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type RepairRow, repairSortColumns } from '#shared/repairs.ts'
import { mayExportDevices, roleOfLabel } from '#shared/roles.ts'
import { repairTableColumns } from './repair-columns.tsx'
import { repairDetails } from './repair-details.ts'
import type { RepairStart } from './repair-dialog.tsx'
import { RepairExport } from './repair-export.tsx'
import type { RepairView } from './repair-view.ts'
import { shownRepairColumns } from './shown-columns.ts'
import type { useRepairList } from './use-repair-list.ts'
import type { ChangeView } from './use-repair-view.ts'
import { WorklistTabs } from './worklist-tabs.tsx'

const RepairDialog = lazyPart(async () => (await import('./repair-dialog.tsx')).RepairDialog)

const RepairPhotos = lazyPart(async () => (await import('./repair-photos.tsx')).RepairPhotos)
const VoidDialog = lazyPart(async () => (await import('./void-dialog.tsx')).VoidDialog)

type Props = {
  view: RepairView
  change: ChangeView
  list: ReturnType<typeof useRepairList>
  /** The record to be entered, by the button in the head of the screen or of a row. */
  start: RepairStart | null
  onStart: (start: RepairStart | null) => void
}

type ToolsProps = { view: RepairView; hidden: readonly string[]; list: ListQuery<RepairRow> }

/** The file of the list. */
const RepairTools = ({ view, hidden, list }: ToolsProps) =>
  mayExportDevices(roleOfLabel(useSession().nickName)) && (
    <RepairExport
      view={view}
      columns={shownRepairColumns(hidden)}
      total={list.data?.totalCount ?? 0}
      capped={list.data?.totalCapped === true}
    />
  )

const returnOf = ({ deviceId, deviceSerial: serial, site }: RepairRow): RepairStart => ({
  type: '送回',
  selection: { devices: { ids: [deviceId] }, count: 1, machines: [{ serial, site }] },
})

/** The records with worklists, sorting, pages, export, 出库 and 入库, and void. */
export function RepairList({ view, change, list: query, start, onStart }: Props) {
  const say = useWord()
  const settings = useTableSettings('repairs')
  const mayWrite = useMay('sale')
  const [voiding, setVoiding] = useState<RepairRow | null>(null)
  const [photographed, setPhotographed] = useState<RepairRow | null>(null)
  const columns = useMemo(
    () =>
      repairTableColumns({
        onReturn: mayWrite ? (record) => onStart(returnOf(record)) : undefined,
        onVoid: mayWrite ? setVoiding : undefined,
        onPhotos: setPhotographed,
      }),
    [mayWrite, onStart],
  )
  const { list } = withoutForeign<RepairRow>(query)
  const usualOrder = {
    column: 'repairDate',
    way: view.worklist === 'out' || view.worklist === 'waiting' ? ('asc' as const) : ('desc' as const),
  }
  return (
    <>
      <OpeningList<RepairRow>
        caption={say('repair.export.name')}
        title={say('repair.export.name')}
        name="repairs"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        sort={view.orderColumn ? { column: view.orderColumn, way: view.orderWay } : usualOrder}
        onSort={(sort) => {
          const column = repairSortColumns.find((one) => one === sort?.column) ?? null
          change({ orderColumn: column, orderWay: sort?.way ?? 'desc', page: 1 })
        }}
        settings={settings}
        details={repairDetails}
        actions={<RepairTools view={view} hidden={settings.hidden} list={list} />}
        filters={<WorklistTabs view={view} change={change} />}
        empty={
          <EmptyState title={say('repairs.empty')} help={say(mayWrite ? 'repairs.emptyHelp' : 'fleet.noMatchHint')} />
        }
      />
      {start && <RepairDialog start={start} onClose={() => onStart(null)} />}
      {photographed && <RepairPhotos record={photographed} mayAdd={mayWrite} onClose={() => setPhotographed(null)} />}
      {voiding && <VoidDialog record={voiding} onClose={() => setVoiding(null)} />}
    </>
  )
}
