import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ViewFilters } from '#client/features/devices/device-view.ts'
import { say } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import type { PlaceCounts } from '#shared/places.ts'
import { countColumns } from './count-columns.tsx'
import { actionColumn, nameColumn } from './place-columns.tsx'
import { useProvinceName } from './use-province-name.ts'

type PlaceRow = { id: number; name: string; province: string | null } & PlaceCounts
type Table<Row> = {
  nameTitle: () => string
  /** The columns between the name and the province. */
  more?: () => Column<Row>[]
  hrefOf: (id: number) => string
  /** Filters for the devices of a row. */
  filterOf: (row: Row) => ViewFilters
}

/**
 * The columns of the lists of clients and sites, with their actions: the management may also edit and delete. `table`
 * must be a constant.
 */
export function usePlaceColumns<Row extends PlaceRow>(
  table: Table<Row>,
  { open, remove }: { open: (row: Row) => void; remove: (row: Row) => void },
): Column<Row>[] {
  const provinceName = useProvinceName()
  const mayEdit = useMay('agent')
  const [, navigate] = useLocation()
  return useMemo(
    () => [
      nameColumn<Row>(table.nameTitle(), table.hrefOf),
      ...(table.more?.() ?? []),
      {
        key: 'province',
        title: say('places.province'),
        sortable: true,
        cell: (row) => provinceName(row.province) ?? '-',
      },
      ...countColumns<Row>(table.filterOf),
      actionColumn<Row>([
        { label: say('fleet.detail'), act: ({ id }) => navigate(table.hrefOf(id)) },
        ...(mayEdit
          ? [
              { label: say('places.edit'), act: open },
              { label: say('places.delete'), act: remove, danger: true as const },
            ]
          : []),
      ]),
    ],
    [table, navigate, mayEdit, open, remove, provinceName],
  )
}
