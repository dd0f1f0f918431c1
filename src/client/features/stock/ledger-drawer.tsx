import { useEffect, useState } from 'react'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatNumber, say as sayNow, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ShortTable } from '#client/ui/list/paged-table.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { MovementRow } from '#shared/stock.ts'

const pageSize = 20
const link = 'text-accent underline-offset-2 hover:underline'
const signed = (value: number): string => (value > 0 ? `+${formatNumber(value)}` : formatNumber(value))

const columns = (): Column<MovementRow>[] => [
  { key: 'time', title: sayNow('stock.time'), cell: ({ timeStr }) => <span className="figures">{timeStr}</span> },
  {
    key: 'number',
    title: sayNow('stock.change'),
    align: 'end',
    cell: ({ stockChange }) => (stockChange === 0 ? '-' : signed(stockChange)),
  },
  {
    key: 'fitted',
    title: sayNow('stock.fittedChange'),
    align: 'end',
    cell: ({ fittedChange }) => (fittedChange === 0 ? '-' : signed(fittedChange)),
  },
  { key: 'after', title: sayNow('stock.after'), align: 'end', cell: ({ stockAfter }) => formatNumber(stockAfter) },
  {
    key: 'cause',
    title: sayNow('stock.causeOf'),
    cell: ({ cause, orderId, machineId, serial }) => (
      <span className="inline-flex flex-wrap gap-x-2">
        {sayNow(`stock.cause.${cause}`)}
        {orderId !== null && <span className="text-muted">{sayNow('stock.order', { id: orderId })}</span>}
        {machineId !== null && serial !== null && (
          <AppLink href={deviceDetailHref(machineId)} className={`font-mono ${link}`}>
            {serial}
          </AppLink>
        )}
      </span>
    ),
  },
  { key: 'person', title: sayNow('goodsOrder.column.person'), cell: ({ person }) => person ?? '-' },
]

type Props = {
  companyId: number | undefined
  materialId: number | undefined
  name: string | undefined
  onClose: () => void
}

/** Every change of one kind of goods in one company, the newest first. */
export function LedgerDrawer({ companyId, materialId, name, onClose }: Props) {
  const say = useWord()
  const open = companyId !== undefined && materialId !== undefined
  // Keep the last goods while the drawer closes.
  const [shown, setShown] = useState({ companyId, materialId, name })
  const [page, setPage] = useState(1)
  useEffect(() => {
    if (!open) return
    setShown({ companyId, materialId, name })
    setPage(1)
  }, [open, companyId, materialId, name])
  const ledger = trpc.stock.movements.useQuery(
    { companyId: shown.companyId ?? 0, materialId: shown.materialId ?? 0, page, size: pageSize },
    { ...listQuery, enabled: shown.companyId !== undefined && shown.materialId !== undefined, retry: false },
  )
  const title = shown.name ? say('stock.ledgerOf', { name: shown.name }) : say('stock.ledger')
  return (
    <Drawer open={open} onClose={onClose} title={title} className="max-w-3xl">
      <ShortTable<MovementRow>
        caption={title}
        columns={columns()}
        list={ledger}
        rowKey={(row) => row.id}
        view={{ page, size: pageSize }}
        onPage={setPage}
        expected={8}
        empty={<EmptyState title={say('stock.ledgerEmpty')} />}
      />
    </Drawer>
  )
}
