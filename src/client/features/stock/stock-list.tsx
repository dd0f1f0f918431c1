import { useMemo } from 'react'
import { useMaterialTypeChoices } from '#client/features/goods/use-goods-choices.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { figures } from '#client/ui/list/columns.tsx'
import { MarkFilter } from '#client/ui/list/filter-bar.tsx'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { OpeningList } from '#client/ui/list/opening-list.tsx'
import { actionsColumn } from '#client/ui/list/row-actions.tsx'
import { useOpenedRow } from '#client/ui/list/use-opened-row.ts'
import { EmptyState } from '#client/ui/status.tsx'
import type { StockRow } from '#shared/stock.ts'
import { CompanyChoice, useCompanyName } from './company-choice.tsx'
import { Ledger } from './ledger.tsx'
import type { StockAddress } from './stock-address.ts'

/** The details of goods in a company, with their ledger. */
const details = {
  title: ({ name, company }: StockRow) => `${name} · ${company}`,
  More: ({ row }: { row: StockRow }) => <Ledger key={row.id} companyId={row.companyId} materialId={row.materialId} />,
}

/** Goods by company, in stock and fitted; the details of a row have its ledger. */
export function StockList({ view, change }: StockAddress) {
  const { page, size, name, companyId, materialTypeId, inStock = false } = view
  const list = trpc.stock.find.useQuery(
    { page, size, name, companyId, materialTypeId, ...(inStock ? { inStock } : {}) },
    listQuery,
  )
  const { open } = useOpenedRow()
  const columns = useMemo(() => stockColumns(({ id }) => open(id)), [open])
  return (
    <OpeningList<StockRow>
      caption={say('stock.tab.goods')}
      name="stock"
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      view={view}
      change={change}
      details={details}
      filters={<StockBar view={view} change={change} busy={list.isFetching} />}
      empty={<EmptyState title={say('stock.empty')} help={say('stock.emptyHint')} />}
    />
  )
}

type BarProps = Pick<StockAddress, 'view' | 'change'> & { busy: boolean }

/** Filters for name, company, kind of goods, and stock above 0. */
function StockBar({ view: { name, companyId, materialTypeId, inStock = false }, change, busy }: BarProps) {
  const types = useMaterialTypeChoices()
  const company = useCompanyName(companyId)
  return (
    <FilterFrame
      search={{
        label: say('stock.search'),
        applied: name,
        onSearch: (text, way) => change({ name: text, page: 1 }, way),
      }}
      fields={
        <>
          <CompanyChoice value={companyId} onChange={(id) => change({ companyId: id, page: 1 })} />
          <ChoiceFilter
            label={say('stock.column.materialType')}
            choices={types}
            value={materialTypeId}
            onChange={(id) => change({ materialTypeId: id, page: 1 })}
          />
          <MarkFilter
            label={say('stock.inStock')}
            value={inStock}
            onChange={(next) => change({ inStock: next, page: 1 })}
          />
        </>
      }
      chips={[
        ...chipOf('companyId', say('stock.column.company'), company, () => change({ companyId: undefined, page: 1 })),
        ...chipOf('type', say('stock.column.materialType'), nameIn(types.options, materialTypeId), () =>
          change({ materialTypeId: undefined, page: 1 }),
        ),
        ...chipOf('inStock', say('stock.inStock'), inStock && '', () => change({ inStock: undefined, page: 1 })),
      ]}
      busy={busy}
      onClean={() =>
        change({ name: undefined, companyId: undefined, materialTypeId: undefined, inStock: undefined, page: 1 })
      }
    />
  )
}

const nothing = <span className="text-muted">-</span>

const stockColumns = (onLedger: (row: StockRow) => void): Column<StockRow>[] =>
  onPhone(
    [
      {
        key: 'name',
        title: say('stock.column.name'),
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <button
            type="button"
            className="text-accent underline-offset-2 hover:underline"
            onClick={() => onLedger(row)}
          >
            {row.name}
          </button>
        ),
      },
      { key: 'company', title: say('stock.column.company'), cell: (row) => row.company },
      { key: 'materialType', title: say('stock.column.materialType'), cell: (row) => row.materialType },
      { key: 'model', title: say('stock.column.model'), cell: (row) => row.model ?? nothing },
      {
        key: 'number',
        title: say('stock.column.number'),
        align: 'end',
        fixed: true,
        cell: (row) => formatNumber(row.number),
      },
      { key: 'fitted', title: say('stock.column.fitted'), align: 'end', cell: (row) => formatNumber(row.fitted) },
      { key: 'unit', title: say('stock.column.unit'), cell: (row) => row.unit ?? nothing },
      {
        key: 'updateTime',
        title: say('stock.column.updateTime'),
        cell: (row) => figures(row.updateTimeStr),
      },
      actionsColumn<StockRow>(
        say('goodsOrder.column.actions'),
        [
          {
            label: say('stock.inOut'),
            name: ({ name }) => `${say('stock.inOut')} ${name}`,
            href: ({ companyId, materialId }) =>
              `/company_material_order/index?companyId=${companyId}&materialId=${materialId}`,
          },
          {
            label: say('stock.tab.machines'),
            name: ({ name }) => `${say('stock.tab.machines')} ${name}`,
            href: ({ companyId, materialId }) =>
              `/company_material/index?list=machines&companyId=${companyId}&materialId=${materialId}`,
          },
        ],
        ({ name }) => name,
      ),
    ],
    {
      name: 'title',
      number: 'side',
      company: 'fact',
      materialType: 'fact',
      model: 'fact',
      fitted: 'named',
      unit: 'fact',
    },
  )
