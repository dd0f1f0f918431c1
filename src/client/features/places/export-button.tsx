import { Download } from 'lucide-react'
import { useState } from 'react'
import { type FileCall, FileRefused, fetchFile } from '#client/fetch-file.ts'
import { useWord } from '#client/i18n.ts'
import { saveFile } from '#client/save-file.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'

/** Takes a list away as a CSV: what is searched, in the order of the screen, all rows. */
export function ExportButton({ call, disabled }: { call: FileCall; disabled: boolean }) {
  const say = useWord()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const { name, content } = await fetchFile(call)
      saveFile(name, content)
      toastSuccess(say('fleet.downloaded'))
    } catch (error) {
      toastError(error instanceof FileRefused ? say('fleet.downloadProblem', { problem: error.message }) : say('fleet.downloadFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" icon={<Download aria-hidden className="size-4" />} busy={busy} disabled={disabled} onClick={() => void start()}>
      {say('places.export')}
    </Button>
  )
}
