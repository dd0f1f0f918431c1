import { type ReactNode, useEffect } from 'react'
import type { FileCall } from '#client/fetch-file.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { useDownload } from './use-download.ts'

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${formatNumber(Math.ceil(bytes / 1024))} KB`
    : `${formatNumber(Math.round(bytes / 104_857.6) / 10)} MB`

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** Return the file to fetch; called when the button is pressed. */
  call: () => FileCall
  /** Choices to make before the download; disabled while the file is downloaded. */
  children: (busy: boolean) => ReactNode
}

/** Download dialog: choices before the download, progress and a stop button during it, the reason when it fails. */
export function DownloadDialog({ open, onClose, title, call, children }: Props) {
  const say = useWord()
  const { bytes, problem, start, stop, clear } = useDownload(onClose)
  useEffect(() => {
    if (open) clear()
  }, [open, clear])
  const busy = bytes !== null
  return (
    <Dialog
      open={open}
      // A click outside the dialog must not cancel a long download.
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={busy ? stop : onClose}>{say('ui.cancel')}</Button>
          <Button variant="primary" busy={busy} data-autofocus onClick={() => void start(call())}>
            {say('fleet.exportStart')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children(busy)}
        {busy && (
          <ProgressBar
            label={bytes === 0 ? say('export.preparing') : say('fleet.exporting', { size: sizeText(bytes) })}
            done={0}
            total={0}
          />
        )}
        {problem && (
          <p role="alert" className="text-danger">
            {say('fleet.downloadProblem', { problem })}
          </p>
        )}
      </div>
    </Dialog>
  )
}
