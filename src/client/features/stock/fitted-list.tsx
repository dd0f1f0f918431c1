import { useMemo, useState } from 'react'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { useMaterialChoices } from '#client/features/goods/use-goods-choices.ts'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { RowButton } from '#client/ui/button.tsx'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { actionCells, type Column } from '#client/ui/list/column.ts'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { FittedRow } from '#shared/stock.ts'
import { CompanyChoice, useCompanyName } from './company-choice.tsx'
import { goodsText } from './goods-text.ts'
import type { StockAddress } from './stock-address.ts'

const PartsDialog = lazyPart(async () => (await import('./parts-dialog.tsx')).PartsDialog)

const details = { title: ({ serial }: FittedRow) => serial, without: [] }

/** Machines with fitted parts, by serial. */
export function FittedList({ view, change }: StockAddress) {
  const materials = useMaterialChoices()
  const mayFit = useMay('base_screen')
  const [editing, setEditing] = useState<FittedRow | null>(null)
  const { page, size, serial, companyId, materialId } = view
  const company = useCompanyName(companyId)
  const list = trpc.stock.machines.useQuery({ page, size, serial, companyId, materialId }, listQuery)
  const columns = useMemo(() => fittedColumns(mayFit ? setEditing : null), [mayFit])
  return (
    <>
      <OpeningList<FittedRow>
        caption={say('stock.tab.machines')}
        name="fitted"
        list={list}
        columns={columns}
        rowKey={(row) => row.machineId}
        view={view}
        change={change}
        details={details}
        filters={
          <FilterFrame
            search={{
              label: say('stock.column.serial'),
              applied: serial,
              onSearch: (text, way) => change({ serial: text, page: 1 }, way),
            }}
            fields={
              <>
                <CompanyChoice value={companyId} onChange={(id) => change({ companyId: id, page: 1 })} />
                <ChoiceFilter
                  label={say('stock.column.name')}
                  choices={materials}
                  value={materialId}
                  onChange={(id) => change({ materialId: id, page: 1 })}
                />
              </>
            }
            chips={[
              ...chipOf('companyId', say('stock.column.company'), company, () =>
                change({ companyId: undefined, page: 1 }),
              ),
              ...chipOf('materialId', say('stock.column.name'), nameIn(materials.options, materialId), () =>
                change({ materialId: undefined, page: 1 }),
              ),
            ]}
            busy={list.isFetching}
            onClean={() => change({ serial: undefined, companyId: undefined, materialId: undefined, page: 1 })}
          />
        }
        empty={<EmptyState title={say('stock.fittedEmpty')} help={say('stock.fittedEmptyHint')} />}
      />
      {editing && (
        <PartsDialog machine={{ id: editing.machineId, serial: editing.serial }} onClose={() => setEditing(null)} />
      )}
    </>
  )
}

/** Columns of machines with their parts; `onEdit` null = read-only. */
const fittedColumns = (onEdit: ((row: FittedRow) => void) | null): Column<FittedRow>[] => [
  {
    key: 'serial',
    title: say('stock.column.serial'),
    fixed: true,
    sticky: 'start',
    cell: (row) => (
      <AppLink
        href={deviceDetailHref(row.machineId)}
        className="font-mono text-accent underline-offset-2 hover:underline"
      >
        {row.serial}
      </AppLink>
    ),
  },
  { key: 'type', title: say('stock.column.type'), cell: (row) => row.type },
  { key: 'site', title: say('stock.column.site'), cell: (row) => row.site ?? '-' },
  {
    key: 'parts',
    title: say('stock.column.parts'),
    minWidth: '18rem',
    fixed: true,
    cell: (row) => goodsText(row.parts),
  },
  ...(onEdit
    ? [
        actionCells(say('goodsOrder.column.actions'), (row: FittedRow) => (
          <RowButton
            label={say('parts.edit')}
            name={say('parts.editOf', { serial: row.serial })}
            onClick={() => onEdit(row)}
            className="-ml-2"
          />
        )),
      ]
    : []),
]
