import { useEffect, useId, useRef, useState } from 'react'
import { FileRefused } from '#client/fetch-file.ts'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import { saveFile } from '#client/save-file.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import type { DeviceColumn, ExportFormat } from '#shared/devices.ts'
import type { DeviceView } from './device-view.ts'
import { fetchExport } from './export-file.ts'

const words = { xls: 'fleet.exportXls', xlsx: 'fleet.exportXlsx', csv: 'fleet.exportCsv' } as const
/** The documented kind first. */
const choices: readonly ExportFormat[] = ['xls', 'xlsx', 'csv']
const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${formatNumber(Math.ceil(bytes / 1024))} KB` : `${formatNumber(Math.round(bytes / 104_857.6) / 10)} MB`

type Props = {
  open: boolean
  onClose: () => void
  view: DeviceView
  columns: readonly DeviceColumn[]
  /** In words, since there may be more than the list counts. */
  total: string
}

/** Takes the list away as a file, exactly as it is filtered, sorted and laid out on the screen. */
export function ExportDialog({ open, onClose, view, columns, total }: Props) {
  const say = useWord()
  const id = useId()
  const [format, setFormat] = useState<ExportFormat>('xls')
  const [bytes, setBytes] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => {
    if (open) setProblem(null)
  }, [open])
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const control = new AbortController()
    running.current = control
    setProblem(null)
    setBytes(0)
    try {
      const { name, content } = await fetchExport({ view, columns, format, language }, control.signal, setBytes)
      saveFile(name, content)
      toastSuccess(say('fleet.downloaded'))
      onClose()
    } catch (error) {
      if (!control.signal.aborted) {
        toastError(say('fleet.downloadFailed'))
        setProblem(error instanceof FileRefused ? error.message : say('ui.networkFailed'))
      }
    } finally {
      running.current = null
      setBytes(null)
    }
  }
  const stop = () => running.current?.abort()
  const busy = bytes !== null
  return (
    <Dialog
      open={open}
      // A press beside the dialog must not throw a long download away.
      onClose={() => !busy && onClose()}
      title={say('fleet.export')}
      footer={
        <>
          <Button onClick={busy ? stop : onClose}>{say('ui.cancel')}</Button>
          <Button variant="primary" busy={busy} data-autofocus onClick={() => void start()}>
            {say('fleet.exportStart')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{say('fleet.exportTotal', { count: total })}</p>
        <fieldset disabled={busy}>
          <legend className="mb-1 font-medium">{say('fleet.exportFormat')}</legend>
          {choices.map((choice) => (
            <label key={choice} className="option">
              <input type="radio" name={`${id}-format`} checked={format === choice} onChange={() => setFormat(choice)} className="accent-(--accent-fill)" />
              {say(words[choice])}
            </label>
          ))}
        </fieldset>
        <p className="text-muted">
          {say('fleet.exportColumns', { columns: columns.map((column) => say(`device.column.${column}`)).join(language === 'zh' ? '、' : ', ') })}
        </p>
        {busy && <ProgressBar label={say('fleet.exporting', { size: sizeText(bytes) })} done={0} total={0} />}
        {problem && (
          <p role="alert" className="text-danger">
            {say('fleet.downloadProblem', { problem })}
          </p>
        )}
      </div>
    </Dialog>
  )
}
