import { Download } from 'lucide-react'
import { useState } from 'react'
import { FileRefused, fetchFile } from '#client/fetch-file.ts'
import { language, useWord } from '#client/i18n.ts'
import { saveFile } from '#client/save-file.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import type { ExportFormat } from '#shared/devices.ts'
import type { RepairColumn } from '#shared/repairs.ts'
import { listRequestOf, type RepairView } from './repair-view.ts'

const words = { xls: 'fleet.exportXls', xlsx: 'fleet.exportXlsx', csv: 'fleet.exportCsv' } as const
const formats: readonly ExportFormat[] = ['xls', 'xlsx', 'csv']

/** Takes the records away as a file, exactly as they are filtered, sorted and laid out on the screen. */
export function RepairExport({ view, columns, total }: { view: RepairView; columns: readonly RepairColumn[]; total: number }) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('xls')
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const body = { ...listRequestOf(view), columns, format, language }
      const { name, content } = await fetchFile({
        method: 'POST',
        path: '/api/repairDaily/export',
        body,
        fallbackName: `${say('repair.export.name')}.${format}`,
      })
      saveFile(name, content)
      toastSuccess(say('fleet.downloaded'))
      setOpen(false)
    } catch (error) {
      toastError(error instanceof FileRefused ? say('fleet.downloadProblem', { problem: error.message }) : say('fleet.downloadFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" icon={<Download aria-hidden className="size-4" />} disabled={total === 0} onClick={() => setOpen(true)}>
        {say('repairs.export')}
      </Button>
      <Dialog
        open={open}
        onClose={() => !busy && setOpen(false)}
        title={say('repairs.export')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{say('ui.cancel')}</Button>
            <Button variant="primary" busy={busy} onClick={() => void start()}>
              {say('fleet.exportStart')}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>{say('repairs.exportTotal', { count: total })}</p>
          <fieldset disabled={busy}>
            <legend className="mb-1 font-medium">{say('fleet.exportFormat')}</legend>
            {formats.map((choice) => (
              <label key={choice} className="option">
                <input type="radio" name="repair-format" checked={format === choice} onChange={() => setFormat(choice)} className="accent-(--accent-fill)" />
                {say(words[choice])}
              </label>
            ))}
          </fieldset>
        </div>
      </Dialog>
    </>
  )
}
