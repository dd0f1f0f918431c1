import { Hash } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { SerialPatternsDialog } from './serial-patterns-dialog.tsx'

/** Opens what the serials of the base look like, for anyone who updates its machines; not where several bases are looked at. */
export function SerialPatternsTool() {
  const say = useWord()
  const may = useMay('base_screen')
  const [open, setOpen] = useState(false)
  const patterns = trpc.devices.serialPatterns.useQuery({}, { enabled: may, retry: false, meta: { silent: true } })
  if (!may || !patterns.data) return null
  return (
    <>
      <Button icon={<Hash aria-hidden className="size-4" />} disabled={patterns.isFetching} onClick={() => setOpen(true)}>
        {say('serialPatterns.title')}
      </Button>
      {open && <SerialPatternsDialog known={patterns.data} onClose={() => setOpen(false)} />}
    </>
  )
}
