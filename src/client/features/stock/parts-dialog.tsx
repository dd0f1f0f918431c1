import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import type { PartRow } from '#shared/goods.ts'
import { GoodsEditor } from './goods-editor.tsx'
import { type GoodsLine, isBlank, lineOf, numberOf } from './goods-lines.ts'
import { goodsText } from './goods-text.ts'

type Machine = { id: number; serial: string }
type Props = { machine: Machine; onClose: () => void }

/** Edit the parts fitted in a machine; the stock of its company changes accordingly. */
export function PartsDialog({ machine, onClose }: Props) {
  const say = useWord()
  const parts = trpc.parts.byMachine.useQuery(
    { machineId: machine.id },
    { meta: { silent: true }, staleTime: 0, gcTime: 0 },
  )
  if (parts.data && !parts.isFetching) return <PartsForm machine={machine} parts={parts.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} size="md" title={say('parts.editOf', { serial: machine.serial })}>
      {parts.error ? <QueryError query={parts} /> : <Skeleton className="h-40 w-full" />}
    </Dialog>
  )
}

type Change = {
  materialId: number
  name: string
  unit: string | null
  number: number
  notes: string | null
  rowVersion: number | undefined
  by: number
  notesChanged: boolean
}

/** Return the changes of the fitted parts; null if a line is invalid. A removed line removes its part. */
function changesOf(lines: readonly GoodsLine[], parts: readonly PartRow[]): Change[] | null {
  const filled = lines.filter((line) => !isBlank(line))
  const changed: Change[] = []
  for (const line of filled) {
    const { materialId, name, unit, notes: typed } = line
    const value = numberOf(line)
    if (materialId === null || value === null) return null
    const part = parts.find((one) => one.materialId === materialId)
    const notes = typed.trim() || null
    const notesChanged = notes !== (part?.notes ?? null)
    changed.push({
      materialId,
      name,
      unit: part?.unit ?? unit,
      number: value,
      notes,
      rowVersion: part?.rowVersion,
      by: value - (part?.number ?? 0),
      notesChanged,
    })
  }
  const removed = parts
    .filter(({ materialId }) => !filled.some((line) => line.materialId === materialId))
    .map(({ materialId, name, unit, number, rowVersion }) => ({
      materialId,
      name,
      unit,
      number: 0,
      notes: null,
      rowVersion,
      by: -number,
      notesChanged: false,
    }))
  return [...changed, ...removed].filter(({ by, notesChanged }) => by !== 0 || notesChanged)
}

function PartsForm({ machine, parts, onClose }: Props & { parts: readonly PartRow[] }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const companies = trpc.orders.companies.useQuery(undefined, { staleTime: 60_000 })
  const own = (companies.data ?? []).filter((company) => company.own)
  // With several companies the dialog does not know which one owns the machine.
  const company = own.length === 1 ? own[0] : undefined
  const update = trpc.machines.updateParts.useMutation({ meta: { silent: true } })
  const form = useDraftForm({
    values: { lines: parts.map(lineOf) },
    isRight: ({ lines }) => changesOf(lines, parts) !== null,
    send: async ({ lines }) => {
      const changed = (changesOf(lines, parts) ?? []).map(({ materialId, number, notes, rowVersion }) => ({
        materialId,
        number,
        notes,
        rowVersion,
      }))
      if (changed.length > 0) await update.mutateAsync({ id: machine.id, parts: changed })
      return changed.length
    },
    refresh: () => Promise.all([utils.parts.invalidate(), utils.stock.invalidate()]),
    onSaved: onClose,
    done: (count) => (count > 0 ? say('ui.updated') : null),
  })
  const { lines } = form.values
  const changes = changesOf(lines, parts)
  const goodsWithSign = (sign: 1 | -1) =>
    (changes ?? [])
      .filter(({ by }) => by * sign > 0)
      .map(({ name, unit, by }) => ({ name, unit, number: Math.abs(by) }))
  const [taken, returned] = [goodsWithSign(1), goodsWithSign(-1)]
  return (
    <FormDialog form={form} title={say('parts.editOf', { serial: machine.serial })} size="md" onClose={onClose}>
      <p className="text-muted">{say('parts.hint')}</p>
      <GoodsEditor
        lines={lines}
        onChange={(next) => form.change({ lines: next })}
        addLabel={say('parts.add')}
        tried={form.tried}
        zero
        withNotes
        sourceCompanyId={company?.id ?? null}
      />
      <div aria-live="polite" className="grid gap-1">
        {taken.length > 0 && <p>{say('parts.takes', { goods: goodsText(taken) })}</p>}
        {returned.length > 0 && <p>{say('parts.gives', { goods: goodsText(returned) })}</p>}
      </div>
    </FormDialog>
  )
}
