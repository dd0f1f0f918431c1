import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FileCall } from '#client/fetch-file.ts'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Button, ToolButton } from '#client/ui/button.tsx'
import type { ExportFormat } from '#shared/devices.ts'

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

type Props = {
  /** Label of the button, for screens that export more than one list. */
  label?: string
  /** A sentence that says what is exported: how many rows of which list. */
  sentence: string
  /** The titles of the chosen columns; none = all columns. */
  columns?: readonly string[]
  /** The first format is the default. */
  formats: readonly ExportFormat[]
  call: (format: ExportFormat) => FileCall
  disabled: boolean
  /** Open the dialog as soon as there are rows to export. */
  opens?: boolean
}

/** Export a list as a file: the button above every list and the shared dialog that it opens. */
export function ExportTool({ label, disabled, opens = false, ...dialog }: Props) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  // The dialog stays mounted after it is closed, so that it can fade out and keeps the chosen format.
  const [wanted, setWanted] = useState(false)
  const title = label ?? say('fleet.export')
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!opens || disabled || opened) return
    setOpened(true)
    setWanted(true)
    setOpen(true)
  }, [opens, disabled, opened])
  const button = { icon: <Download aria-hidden className="size-4" />, disabled, onClick: show }
  return (
    <>
      {label === undefined ? (
        <ToolButton {...button}>{title}</ToolButton>
      ) : (
        <Button variant="quiet" {...button}>
          {label}
        </Button>
      )}
      {wanted && <ExportDialog {...dialog} title={title} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
