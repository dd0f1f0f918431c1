import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { QueryError } from '#client/ui/status.tsx'
import type { MachineTypeRow } from '#shared/machine-types.ts'
import { TypeForm } from './type-form.tsx'

/** The machine types with their target hash rates; the management adds and changes them. */
export function TypeCard() {
  const say = useWord()
  const mayChange = useMay('indicator_out')
  const [open, setOpen] = useState<{ row: MachineTypeRow | null } | null>(null)
  const types = trpc.machineTypes.find.useQuery({}, { meta: { silent: true } })
  const cellsOf = (row: MachineTypeRow) => [
    mayChange ? (
      // The list still has the old row version after a save, so the next form waits for the new one.
      <EditLink key="name" name={row.name} disabled={types.isFetching} onEdit={() => setOpen({ row })} />
    ) : (
      row.name
    ),
    formatNumber(row.targetHashRate),
    String(row.complianceShare),
    row.powerW === null ? '-' : formatNumber(row.powerW),
    say(row.retired ? 'machineTypes.retired.yes' : 'machineTypes.retired.no'),
    toMinute(row.updateTimeStr),
  ]
  return (
    <Card
      padded={false}
      title={say('machineTypes.title')}
      actions={
        mayChange && (
          <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen({ row: null })}>
            {say('machineTypes.add')}
          </Button>
        )
      }
    >
      {types.error ? (
        <QueryError query={types} />
      ) : (
        <ScrollBox label={say('machineTypes.title')}>
          <PlainTable
            label={say('machineTypes.title')}
            columns={[
              { title: say('machineTypes.name') },
              { title: say('machineTypes.targetHashRate'), figures: true },
              { title: say('machineTypes.complianceShare'), figures: true },
              { title: say('machineTypes.powerW'), figures: true },
              { title: say('machineTypes.status') },
              { title: say('machineTypes.updated') },
            ]}
            rows={(types.data?.data ?? []).map((row) => ({ key: row.name, cells: cellsOf(row) }))}
            empty={say('ui.loading')}
          />
        </ScrollBox>
      )}
      {open && <TypeForm row={open.row} onClose={() => setOpen(null)} />}
    </Card>
  )
}

type EditProps = { name: string; disabled: boolean; onEdit: () => void }

/** The name of a type, which opens its form. */
function EditLink({ name, disabled, onEdit }: EditProps) {
  const say = useWord()
  return (
    <button
      type="button"
      className="min-h-6 text-accent underline-offset-2 hover:underline"
      aria-label={say('machineTypes.editNamed', { name })}
      disabled={disabled}
      onClick={onEdit}
    >
      {name}
    </button>
  )
}
