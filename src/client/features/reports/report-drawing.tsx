import { Eraser, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { codeOf, meansSignedOut, messageOf } from '#client/failures.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { type Colour, colours, combinedObjects, objectsOf, type Shape, type Tool, tools } from './drawing.ts'
import { DrawingSheet } from './drawing-sheet.tsx'
import { drawingSaved, keepDrawing, unsavedDrawing, useUnsavedDrawing } from './unsaved-drawing.ts'

/** The longest note that fits on the sheet in one line. */
const longestNote = 60
const colourNames = Object.keys(colours) as Colour[]

/** The drawing as the server has it, its unsaved objects (null = none), and its save. */
function useDrawing(id: number) {
  const utils = trpc.useUtils()
  const stored = trpc.reports.loadFabric.useQuery({ id }, { meta: { silent: true } })
  const changed = useUnsavedDrawing(id)
  const sent = useRef<readonly unknown[]>([])
  const [isCombined, setCombined] = useState(false)
  /** Somebody else has saved it: put the user's changes on top of theirs, to be checked and saved again. */
  const combine = async () => {
    const newest = await utils.reports.loadFabric.fetch({ id }, { staleTime: 0 })
    const mine = unsavedDrawing(id)
    if (mine === null) return
    const theirs = objectsOf(newest.fabric)
    keepDrawing(id, {
      objects: combinedObjects(mine.from.objects, mine.objects, theirs),
      from: { objects: theirs, version: newest.fabricVersion },
    })
    setCombined(true)
  }
  const save = trpc.reports.saveFabric.useMutation({
    meta: { silent: true },
    onSuccess: async (answer) => {
      toastSuccess(say('inspection.drawingSaved'))
      setCombined(false)
      utils.reports.loadFabric.setData({ id }, answer)
      drawingSaved(id, { objects: sent.current, version: answer.fabricVersion })
      await Promise.all([utils.reports.getDetail.invalidate({ id }), utils.reports.find.invalidate()])
    },
    onError: async (error) => {
      if (meansSignedOut(error)) return
      if (codeOf(error) === 'EDITED_BY_OTHERS') await combine().catch((failure) => toastError(messageOf(failure)))
      else toastError(messageOf(error))
    },
  })
  const seen = { objects: objectsOf(stored.data?.fabric ?? null), version: stored.data?.fabricVersion ?? 0 }
  return {
    stored,
    changed: changed?.objects ?? null,
    isCombined: isCombined && changed !== null,
    isSaving: save.isPending,
    set: (objects: readonly unknown[]) => keepDrawing(id, { objects, from: changed?.from ?? seen }),
    discard: () => keepDrawing(id, null),
    send: (objects: readonly unknown[]) => {
      sent.current = objects
      const fabric = { ...stored.data?.fabric, version: '1', objects: [...objects] }
      save.mutate({ id, fabric, fabricVersion: (changed?.from ?? seen).version })
    },
  }
}

/** The sketch of an inspection. Objects of other programs that this sheet does not know stay in the drawing. */
export function ReportDrawing({ id, mayDraw }: { id: number; mayDraw: boolean }) {
  const { stored, changed, isCombined, isSaving, set, discard, send } = useDrawing(id)
  const objects = mayDraw ? changed : null
  const [pencil, setPencil] = useState<Pencil>({ tool: 'pen', colour: 'ink', note: '' })
  // A save keeps what else the stored drawing contains, so it needs it.
  const isChanged = objects !== null && stored.data !== undefined
  const shown = objects ?? objectsOf(stored.data?.fabric ?? null)
  const add = (shape: Shape) => set([...shown, shape])
  const stroke = colours[pencil.colour]
  const text = pencil.note.trim()
  const place = ({ x, y }: { x: number; y: number }) =>
    text !== '' && add({ type: 'text', left: x, top: y, text, stroke })
  const clear = async () => {
    if (await askConfirm({ message: say('inspection.clearAsk'), danger: true })) set([])
  }
  if (stored.error)
    return (
      <Card title={say('inspection.drawing')}>
        <QueryError query={stored} />
      </Card>
    )
  return (
    <Card
      title={say('inspection.drawing')}
      className="break-inside-avoid"
      actions={
        mayDraw && (
          <DrawingActions
            isChanged={isChanged}
            isEmpty={shown.length === 0}
            isSaving={isSaving}
            onUndo={() => set(shown.slice(0, -1))}
            onClear={() => void clear()}
            onSave={() => send(shown)}
          />
        )
      }
    >
      {isCombined && <Combined onDiscard={discard} />}
      {mayDraw && <Pencils pencil={pencil} change={(patch) => setPencil({ ...pencil, ...patch })} />}
      {stored.data === undefined ? (
        <Skeleton className="aspect-2/1 w-full" />
      ) : shown.length === 0 && !mayDraw ? (
        <p className="text-muted">{say('inspection.noDrawing')}</p>
      ) : (
        <div className="mx-auto max-w-4xl">
          <DrawingSheet
            objects={shown}
            {...(mayDraw ? { pencil: { tool: pencil.tool, colour: stroke, onDraw: add, onPlace: place } } : {})}
          />
        </div>
      )}
    </Card>
  )
}

/** Tell that somebody else saved the drawing, and that it shows the shapes of both. */
const Combined = ({ onDiscard }: { onDiscard: () => void }) => (
  <div
    role="alert"
    className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-caution bg-caution-soft px-3 py-2 print:hidden"
  >
    <p className="min-w-0 flex-1 basis-60">{say('inspection.drawingEdited')}</p>
    <Button size="sm" onClick={onDiscard}>
      {say('inspection.discardDrawing')}
    </Button>
  </div>
)

type ActionsProps = {
  isChanged: boolean
  isEmpty: boolean
  isSaving: boolean
  onUndo: () => void
  onClear: () => void
  onSave: () => void
}
const DrawingActions = ({ isChanged, isEmpty, isSaving, onUndo, onClear, onSave }: ActionsProps) => (
  <span className="flex flex-wrap items-center gap-1 print:hidden">
    {isChanged && <span className="mr-2 text-caution">{say('inspection.drawingUnsaved')}</span>}
    <Button variant="quiet" disabled={isEmpty} icon={<Undo2 aria-hidden className="size-4" />} onClick={onUndo}>
      {say('inspection.undo')}
    </Button>
    <Button variant="quiet" disabled={isEmpty} icon={<Eraser aria-hidden className="size-4" />} onClick={onClear}>
      {say('inspection.clearDrawing')}
    </Button>
    <Button variant="primary" disabled={!isChanged} busy={isSaving} onClick={onSave}>
      {say('inspection.saveDrawing')}
    </Button>
  </span>
)

type Pencil = { tool: Tool; colour: Colour; note: string }
/** Choose the tool and colour of the next shape. */
const Pencils = ({
  pencil: { tool, colour, note },
  change,
}: {
  pencil: Pencil
  change: (patch: Partial<Pencil>) => void
}) => (
  <div className="mb-3 flex flex-wrap items-end gap-3 print:hidden">
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{say('inspection.drawing')}</legend>
      {tools.map((one) => (
        <Button
          key={one}
          aria-pressed={tool === one}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => change({ tool: one })}
        >
          {say(`inspection.${one}`)}
        </Button>
      ))}
    </fieldset>
    <Select
      label={say('inspection.colour')}
      labelHidden
      className="w-28"
      value={colour}
      options={colourNames.map((value) => ({
        value,
        label: say(`inspection.colour.${value}`),
        mark: (
          <span aria-hidden className="size-3 rounded-full border border-line" style={{ background: colours[value] }} />
        ),
      }))}
      onChange={(value) => value && change({ colour: value })}
    />
    {tool === 'note' && (
      <TextField
        label={say('inspection.noteText')}
        className="w-56"
        maxLength={longestNote}
        value={note}
        onChange={(text) => change({ note: text })}
      />
    )}
    <p className="text-xs text-muted">{say('inspection.drawingHelp')}</p>
  </div>
)
