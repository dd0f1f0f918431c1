import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { type Colour, colours, objectsOf, type Shape, type Tool, tools } from './drawing.ts'
import { DrawingSheet } from './drawing-sheet.tsx'

const colourNames = Object.keys(colours) as Colour[]

/** The sketch of an inspection. What another program drew and this sheet does not know stays in the drawing. */
export function ReportDrawing({ id, mayDraw }: { id: number; mayDraw: boolean }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const stored = trpc.reports.loadFabric.useQuery({ id }, { meta: { silent: true } })
  const [objects, setObjects] = useState<readonly unknown[] | null>(null)
  const [tool, setTool] = useState<Tool>('pen')
  const [colour, setColour] = useState<Colour>('ink')
  const [note, setNote] = useState('')
  const save = trpc.reports.saveFabric.useMutation({
    onSuccess: async (answer) => {
      toastSuccess(say('inspection.drawingSaved'))
      utils.reports.loadFabric.setData({ id }, answer)
      setObjects(null)
      await Promise.all([utils.reports.getDetail.invalidate({ id }), utils.reports.find.invalidate()])
    },
  })
  const isChanged = objects !== null
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
  const shown = objects ?? objectsOf(stored.data?.fabric ?? null)
  const add = (shape: Shape) => setObjects([...shown, shape])
  const clear = async () => {
    if (await askConfirm({ message: say('inspection.clearAsk'), danger: true })) setObjects([])
  }
  if (stored.error)
    return (
      <Card title={say('inspection.drawing')}>
        <ErrorState message={messageOf(stored.error)} onRetry={() => void stored.refetch()} retrying={stored.isFetching} />
      </Card>
    )
  return (
    <Card
      title={say('inspection.drawing')}
      className="break-inside-avoid"
      actions={
        mayDraw && (
          <span className="flex flex-wrap items-center gap-1 print:hidden">
            {isChanged && <span className="mr-2 text-caution">{say('inspection.drawingUnsaved')}</span>}
            <Button
              variant="quiet"
              disabled={shown.length === 0}
              icon={<Undo2 aria-hidden className="size-4" />}
              onClick={() => setObjects(shown.slice(0, -1))}
            >
              {say('inspection.undo')}
            </Button>
            <Button variant="quiet" disabled={shown.length === 0} icon={<Eraser aria-hidden className="size-4" />} onClick={() => void clear()}>
              {say('inspection.clearDrawing')}
            </Button>
            <Button
              variant="primary"
              disabled={!isChanged}
              busy={save.isPending}
              onClick={() => save.mutate({ id, fabric: { ...stored.data?.fabric, version: '1', objects: [...shown] } })}
            >
              {say('inspection.saveDrawing')}
            </Button>
          </span>
        )
      }
    >
      {mayDraw && (
        <div className="mb-3 flex flex-wrap items-end gap-3 print:hidden">
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">{say('inspection.drawing')}</legend>
            {tools.map((one) => (
              <Button key={one} aria-pressed={tool === one} className="aria-pressed:bg-accent-soft aria-pressed:text-accent" onClick={() => setTool(one)}>
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
              mark: <span aria-hidden className="size-3 rounded-full border border-line" style={{ background: colours[value] }} />,
            }))}
            onChange={(value) => value && setColour(value)}
          />
          {tool === 'note' && <TextField label={say('inspection.noteText')} className="w-56" maxLength={60} value={note} onChange={setNote} />}
          <p className="text-xs text-muted">{say('inspection.drawingHelp')}</p>
        </div>
      )}
      {stored.data === undefined ? (
        <Skeleton className="aspect-2/1 w-full" />
      ) : shown.length === 0 && !mayDraw ? (
        <p className="text-muted">{say('inspection.noDrawing')}</p>
      ) : (
        <div className="mx-auto max-w-4xl">
          <DrawingSheet
            objects={shown}
            {...(mayDraw
              ? {
                  pencil: {
                    tool,
                    colour: colours[colour],
                    onDraw: add,
                    onPlace: ({ x, y }) => note.trim() !== '' && add({ type: 'text', left: x, top: y, text: note.trim(), stroke: colours[colour] }),
                  },
                }
              : {})}
          />
        </div>
      )}
    </Card>
  )
}
