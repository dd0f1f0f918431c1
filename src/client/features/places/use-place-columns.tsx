import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ViewFilters } from '#client/features/devices/device-view.ts'
import { say } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { type Column, onPhone, type RowAction } from '#client/ui/list/column.ts'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import type { PlaceCounts } from '#shared/places.ts'
import { countColumns } from './count-columns.tsx'
import { nameColumn } from './place-columns.tsx'
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

const phoneCounts = { offlineDeviceCount: 'named', warnDeviceCount: 'named', repairingDeviceCount: 'named' } as const

const managing = <Row extends PlaceRow>(open: (row: Row) => void, remove: (row: Row) => void): RowAction<Row>[] => [
  { label: say('places.edit'), name: ({ name }) => `${say('places.edit')} ${name}`, run: open },
  { label: say('places.delete'), name: ({ name }) => `${say('places.delete')} ${name}`, danger: true, run: remove },
]

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
    () =>
      onPhone<Row>(
        [
          nameColumn<Row>(table.nameTitle(), table.hrefOf),
          ...(table.more?.() ?? []),
          {
            key: 'province',
            title: say('places.province'),
            sortable: true,
            cell: (row) => provinceName(row.province) ?? '-',
          },
          ...countColumns<Row>(table.filterOf),
          actionsColumn<Row>(
            say('device.column.actions'),
            [
              {
                label: say('fleet.detail'),
                name: ({ name }) => `${say('fleet.detail')} ${name}`,
                run: ({ id }) => navigate(table.hrefOf(id)),
              },
              ...(mayEdit ? managing(open, remove) : []),
            ],
            ({ name }) => name,
          ),
        ],
        { name: 'title', totalDeviceCount: 'side', company: 'fact', province: 'fact', ...phoneCounts },
      ),
    [table, navigate, mayEdit, open, remove, provinceName],
  )
}
