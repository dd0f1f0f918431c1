import { Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import { mayExportDevices, roleOfLabel } from '#shared/permissions.ts'
import { type RepairRow, repairSortColumns } from '#shared/repairs.ts'
import { repairTableColumns } from './repair-columns.tsx'
import { RepairDialog, type RepairStart } from './repair-dialog.tsx'
import { RepairExport } from './repair-export.tsx'
import type { RepairView } from './repair-view.ts'
import { shownRepairColumns } from './shown-columns.ts'
import type { useRepairList } from './use-repair-list.ts'
import type { ChangeView } from './use-repair-view.ts'
import { VoidDialog } from './void-dialog.tsx'
import { WorklistTabs } from './worklist-tabs.tsx'

type Props = { view: RepairView; change: ChangeView; list: ReturnType<typeof useRepairList> }

/** The records with everything that belongs to them: worklists, sorting, pages, export, 出库 and 入库, void. */
export function RepairList({ view, change, list }: Props) {
  const say = useWord()
  const settings = useTableSettings('repairs')
  const mayWrite = useMay('sale')
  const mayExport = mayExportDevices(roleOfLabel(useSession().nickName))
  const [start, setStart] = useState<RepairStart | null>(null)
  const [voiding, setVoiding] = useState<RepairRow | null>(null)
  const columns = useMemo(
    () =>
      repairTableColumns({
        onReturn: mayWrite ? ({ deviceSerial }) => setStart({ type: '送回', serials: deviceSerial }) : undefined,
        onVoid: mayWrite ? setVoiding : undefined,
      }),
    [mayWrite],
  )
  const foreign = codeOf(list.error) === 'NOT_FOUND'
  const total = foreign ? 0 : list.data?.totalCount
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / view.size))
  const beyond = total !== undefined && !list.isPlaceholderData && view.page > lastPage
  useEffect(() => {
    if (beyond) change({ page: lastPage }, { replace: true })
  }, [beyond, lastPage, change])
  return (
    <Card
      title={say('repair.export.name')}
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-1">
          <ListTools screen="repairs" settings={settings} columns={columns} />
          {mayExport && <RepairExport view={view} columns={shownRepairColumns(settings.hidden)} total={total ?? 0} capped={list.data?.totalCapped === true} />}
          {mayWrite && (
            <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setStart({ type: '送修' })}>
              {say('repairs.add')}
            </Button>
          )}
        </span>
      }
    >
      <WorklistTabs view={view} change={change} />
      <DataTable<RepairRow>
        caption={say('repair.export.name')}
        columns={columns}
        rows={foreign ? [] : list.data?.data}
        rowKey={(row) => row.id}
        size={view.size}
        sort={
          view.orderColumn
            ? { column: view.orderColumn, way: view.orderWay }
            : { column: 'repairDate', way: view.worklist === 'out' || view.worklist === 'waiting' ? 'asc' : 'desc' }
        }
        onSort={(sort) => {
          const column = repairSortColumns.find((one) => one === sort?.column) ?? null
          change({ orderColumn: column, orderWay: sort?.way ?? 'desc', page: 1 })
        }}
        fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
        error={list.error && !foreign ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
        settings={settings}
        empty={<EmptyState title={say('repairs.empty')} help={say(mayWrite ? 'repairs.emptyHelp' : 'fleet.noMatchHint')} />}
      />
      <div className="px-4 py-2">
        <Pager page={view.page} size={view.size} total={total} capped={list.data?.totalCapped} onChange={(page, size) => change({ page, size })} />
      </div>
      {start && <RepairDialog start={start} onClose={() => setStart(null)} />}
      {voiding && <VoidDialog record={voiding} onClose={() => setVoiding(null)} />}
    </Card>
  )
}
