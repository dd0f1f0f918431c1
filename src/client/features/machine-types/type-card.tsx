import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button, RowButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { actionCells, type Column, type PhonePart } from '#client/ui/list/column.ts'
import { useOpeningRows } from '#client/ui/list/opening-list.tsx'
import { DataTable } from '#client/ui/list/table.tsx'
import type { MachineTypeRow } from '#shared/machine-types.ts'
import { TypeForm } from './type-form.tsx'

const keyOf = ({ id }: MachineTypeRow) => id
const details = { title: ({ name }: MachineTypeRow) => name }

/** The machine types with their target hash rates; the management adds and changes them. */
export function TypeCard() {
  const say = useWord()
  const mayChange = useMay('indicator_out')
  const [form, setForm] = useState<{ row: MachineTypeRow | null } | null>(null)
  const { data, error, isFetching, refetch } = trpc.machineTypes.find.useQuery({}, { meta: { silent: true } })
  // The list still has the old row version after a save, so the next form waits for the new one.
  const columns = useTypeColumns(mayChange ? (row) => setForm({ row }) : null, isFetching)
  const caption = say('machineTypes.title')
  const { drawer, opening } = useOpeningRows<MachineTypeRow>({
    ...{ list: { data, isPlaceholderData: false }, rowKey: keyOf, columns, details, caption },
  })
  return (
    <>
      <Card
        padded={false}
        title={caption}
        actions={
          mayChange && (
            <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setForm({ row: null })}>
              {say('machineTypes.add')}
            </Button>
          )
        }
      >
        <DataTable<MachineTypeRow>
          caption={caption}
          columns={columns}
          rows={data?.data}
          rowKey={keyOf}
          error={error && messageOf(error)}
          onRetry={() => void refetch()}
          size={2}
          onOpen={opening.onOpen}
          current={opening.current}
        />
      </Card>
      {drawer}
      {form && <TypeForm row={form.row} onClose={() => setForm(null)} />}
    </>
  )
}

type TypeColumn = Column<MachineTypeRow>
type CellOf = TypeColumn['cell']
const column = (key: string, title: string, cell: CellOf, phone?: PhonePart): TypeColumn =>
  phone ? { key, title, cell, phone } : { key, title, cell }
const figures = (key: string, title: string, cell: CellOf): TypeColumn => ({
  key,
  title,
  cell,
  align: 'end',
  phone: 'named',
})

/** The columns; `onEdit` null = read-only. */
function useTypeColumns(onEdit: ((row: MachineTypeRow) => void) | null, waits: boolean): TypeColumn[] {
  const say = useWord()
  return useMemo(() => {
    const columns = [
      column('name', say('machineTypes.name'), ({ name }) => <span className="font-medium">{name}</span>, 'title'),
      figures('target', say('machineTypes.targetHashRate'), (row) => formatNumber(row.targetHashRate)),
      figures('share', say('machineTypes.complianceShare'), (row) => String(row.complianceShare)),
      figures('power', say('machineTypes.powerW'), ({ powerW }) => (powerW === null ? '-' : formatNumber(powerW))),
      column('status', say('machineTypes.status'), (row) => say(standing(row)), 'side'),
      column('updated', say('machineTypes.updated'), (row) => toMinute(row.updateTimeStr)),
    ]
    if (onEdit)
      columns.push(
        actionCells(say('device.column.actions'), (row) => (
          <RowButton
            label={say('machineTypes.edit')}
            name={say('machineTypes.editNamed', { name: row.name })}
            disabled={waits}
            onClick={() => onEdit(row)}
            className="-ml-2"
          />
        )),
      )
    return columns
  }, [say, onEdit, waits])
}

const standing = ({ retired }: MachineTypeRow) => (retired ? 'machineTypes.retired.yes' : 'machineTypes.retired.no')
