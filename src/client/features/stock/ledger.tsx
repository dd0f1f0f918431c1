import { useState } from 'react'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ShortTable } from '#client/ui/list/paged-table.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { MovementRow } from '#shared/stock.ts'

const pageSize = 20
const link = 'text-accent underline-offset-2 hover:underline'
const signed = (value: number): string =>
  value === 0 ? '-' : value > 0 ? `+${formatNumber(value)}` : formatNumber(value)

/** Why the stock changed, with the order or the machine. */
const Cause = ({ cause, orderId, machineId, serial }: MovementRow) => (
  <span className="inline-flex flex-wrap gap-x-2">
    {say(`stock.cause.${cause}`)}
    {orderId !== null && <span className="text-muted">{say('stock.order', { id: orderId })}</span>}
    {machineId !== null && serial !== null && (
      <AppLink href={deviceDetailHref(machineId)} className={`font-mono ${link}`}>
        {serial}
      </AppLink>
    )}
  </span>
)

const columns = (): Column<MovementRow>[] => [
  {
    key: 'cause',
    title: say('stock.causeOf'),
    phone: 'title',
    cell: (row) => (
      <TwoLines
        top={<Cause {...row} />}
        under={[toMinute(row.timeStr), row.person].filter(Boolean).join(' · ')}
        className="max-w-48"
      />
    ),
  },
  {
    key: 'number',
    title: say('stock.change'),
    align: 'end',
    phone: 'named',
    cell: ({ stockChange }) => signed(stockChange),
  },
  {
    key: 'fitted',
    title: say('stock.fittedChange'),
    align: 'end',
    phone: 'named',
    cell: ({ fittedChange }) => signed(fittedChange),
  },
  {
    key: 'after',
    title: say('stock.after'),
    align: 'end',
    phone: 'named',
    cell: ({ stockAfter }) => formatNumber(stockAfter),
  },
]

type Props = { companyId: number; materialId: number }

/** Every change of one kind of goods in one company, the newest first. */
export function Ledger({ companyId, materialId }: Props) {
  const [page, setPage] = useState(1)
  const ledger = trpc.stock.movements.useQuery(
    { companyId, materialId, page, size: pageSize },
    { ...listQuery, retry: false },
  )
  return (
    <section>
      <h3 className="px-4 pt-4 font-semibold">{say('stock.ledger')}</h3>
      <ShortTable<MovementRow>
        caption={say('stock.ledger')}
        columns={columns()}
        list={ledger}
        rowKey={(row) => row.id}
        view={{ page, size: pageSize }}
        onPage={setPage}
        expected={8}
        empty={<EmptyState title={say('stock.ledgerEmpty')} />}
      />
    </section>
  )
}
