import { Download } from 'lucide-react'
import { useState } from 'react'
import type { FileCall } from '#client/fetch-file.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import type { ExportFormat } from '#shared/devices.ts'
import { ExportDialog } from './export-dialog.tsx'

type Props = {
  /** What the button says, where more than one list leaves from a screen. */
  label?: string
  /** What leaves, in words: how many rows of what. */
  sentence: string
  /** The chosen columns by their titles; none = all of them. */
  columns?: readonly string[]
  /** The first is proposed. */
  formats: readonly ExportFormat[]
  call: (format: ExportFormat) => FileCall
  disabled: boolean
}

/** Takes a list away as a file: the button over every list, and the one dialog behind it. */
export function ExportTool({ label, disabled, ...dialog }: Props) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  const title = label ?? say('fleet.export')
  return (
    <>
      <Button variant="quiet" icon={<Download aria-hidden className="size-4" />} disabled={disabled} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <ExportDialog {...dialog} title={title} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
