import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FileCall } from '#client/fetch-file.ts'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ExportFormat } from '#shared/devices.ts'

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

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
  /** Opens as soon as there is something to take away. */
  opens?: boolean
}

/** Takes a list away as a file: the button over every list, and the one dialog behind it. */
export function ExportTool({ label, disabled, opens = false, ...dialog }: Props) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  // It stays when it is closed: it fades, and keeps the chosen format.
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
  return (
    <>
      <Button variant="quiet" icon={<Download aria-hidden className="size-4" />} disabled={disabled} onClick={show}>
        {label ?? <span className="max-sm:sr-only">{title}</span>}
      </Button>
      {wanted && <ExportDialog {...dialog} title={title} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
