import { Camera } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { serialKey } from '#shared/devices.ts'
import { distinctSerials, longestSerialList, serialsOf } from '#shared/serial-lists.ts'
import { longestStocktakeNote } from '#shared/stocktakes.ts'
import { hasBarcodeDetector, useCamera } from './use-camera.ts'

export type StocktakeDraft = { serials: string; note: string }
type Props = {
  draft: StocktakeDraft
  /** The form was submitted, so it shows missing values. */
  tried: boolean
  onChange: (patch: Partial<StocktakeDraft>) => void
}

const most = formatNumber(longestSerialList)

function problemOf(count: number, tried: boolean): string | null {
  if (count > longestSerialList) return say('stocktake.tooMany', { count: formatNumber(count), most })
  return tried && count === 0 ? say('stocktake.serials.missing') : null
}

/** The camera, which appends each serial that it reads to the text; `last` = the serial read last. */
function useScan({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const [last, setLast] = useState<string | null>(null)
  const text = useRef(draft.serials)
  text.current = draft.serials
  const camera = useCamera((serial) => {
    // The camera reads the same label several times a second, so known serials are skipped.
    const known = serialsOf(text.current).some((one) => serialKey(one) === serialKey(serial))
    if (known || serial === '') return
    text.current = `${text.current.trimEnd()}${text.current.trim() === '' ? '' : '\n'}${serial}\n`
    onChange({ serials: text.current })
    setLast(serial)
  })
  return { camera, last }
}

/** Scanned or pasted serials, and their number. */
export function StocktakeForm({ draft, tried, onChange }: Props) {
  const { camera, last } = useScan({ draft, onChange })
  const { serials, repeated } = useMemo(() => distinctSerials(serialsOf(draft.serials)), [draft.serials])
  const count = serials.length + repeated
  return (
    <>
      <TextArea
        label={say('stocktake.serials')}
        help={say('stocktake.help', { most })}
        error={problemOf(count, tried)}
        required
        controlClassName="min-h-40 font-mono"
        rows={8}
        spellCheck={false}
        data-autofocus
        value={draft.serials}
        onChange={(next) => onChange({ serials: next })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="figures min-h-5 text-muted">
          {count > 0 &&
            say('stocktake.counted', { count: formatNumber(serials.length), repeated: formatNumber(repeated) })}
          {last !== null && ` · ${say('stocktake.scanned', { serial: last })}`}
        </p>
        {hasBarcodeDetector() && (
          <Button
            size="sm"
            className="ml-auto"
            icon={<Camera aria-hidden className="size-4" />}
            onClick={() => (camera.running ? camera.stop() : void camera.start())}
          >
            {say(camera.running ? 'stocktake.cameraStop' : 'stocktake.camera')}
          </Button>
        )}
      </div>
      {camera.running && (
        <video
          ref={camera.video}
          muted
          playsInline
          aria-label={say('stocktake.camera')}
          className="max-h-64 w-full rounded-md bg-black object-contain"
        />
      )}
      {camera.problem !== null && (
        <p role="alert" className="text-danger">
          {say('stocktake.cameraFailed', { problem: camera.problem })}
        </p>
      )}
      <TextField
        label={say('stocktake.note')}
        maxLength={longestStocktakeNote}
        value={draft.note}
        autoComplete="off"
        onChange={(note) => onChange({ note })}
      />
    </>
  )
}
