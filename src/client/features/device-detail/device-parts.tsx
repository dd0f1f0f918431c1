import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { goodsText } from '#client/features/stock/goods-text.ts'
import { formatNumber, say, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/list/table.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { PartRow } from '#shared/goods.ts'

const PartsDialog = lazyPart(async () => (await import('#client/features/stock/parts-dialog.tsx')).PartsDialog)

const columns = (): Column<PartRow>[] => [
  { key: 'name', title: say('stock.column.name'), cell: ({ name }) => name },
  { key: 'number', title: say('parts.number'), align: 'end', cell: ({ number }) => formatNumber(number) },
  { key: 'unit', title: say('stock.column.unit'), cell: ({ unit }) => unit ?? '-' },
  { key: 'notes', title: say('parts.notes'), minWidth: '8rem', cell: ({ notes }) => notes ?? '-' },
]

/** The parts in a device; users with the permission add them from the stock of its company, and return them to it. */
export function DeviceParts({ id, serial }: { id: number; serial: string }) {
  const sayWord = useWord()
  const utils = trpc.useUtils()
  const mayFit = useMay('base_screen')
  const [editing, setEditing] = useState(false)
  const parts = trpc.parts.byMachine.useQuery({ machineId: id }, { meta: { silent: true } })
  const clear = trpc.machines.clear.useMutation({
    onSuccess: ({ moved }) => toastSuccess(sayWord('parts.cleared', { goods: goodsText(moved) })),
    onSettled: () => Promise.all([utils.parts.invalidate(), utils.stock.invalidate()]),
  })
  const rows = parts.data ?? []
  const takeOff = async () => {
    const message = sayWord('parts.clearAsk', { serial, goods: goodsText(rows) })
    if (await askConfirm({ message, danger: true, confirmText: sayWord('parts.clear') })) clear.mutate({ id })
  }
  return (
    <Card
      title={sayWord('parts.title')}
      padded={false}
      actions={
        mayFit && (
          <span className="flex gap-1">
            {rows.length > 0 && (
              <Button
                variant="quiet"
                size="sm"
                className="text-muted!"
                busy={clear.isPending}
                onClick={() => void takeOff()}
              >
                {sayWord('parts.clear')}
              </Button>
            )}
            <Button variant="quiet" size="sm" className="text-accent!" onClick={() => setEditing(true)}>
              {sayWord('parts.edit')}
            </Button>
          </span>
        )
      }
    >
      <DataTable<PartRow>
        caption={sayWord('parts.title')}
        columns={columns()}
        rows={parts.data}
        rowKey={(row) => row.id}
        size={2}
        error={parts.error ? messageOf(parts.error) : null}
        onRetry={() => void parts.refetch()}
        empty={<EmptyState title={sayWord('parts.none')} />}
      />
      {editing && <PartsDialog machine={{ id, serial }} onClose={() => setEditing(false)} />}
    </Card>
  )
}
