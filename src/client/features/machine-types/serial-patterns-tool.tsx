import { Hash } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'

const SerialPatternsDialog = lazyPart(async () => (await import('./serial-patterns-dialog.tsx')).SerialPatternsDialog)
const PatternsOfBase = lazyPart(async () => (await import('./patterns-of-base.tsx')).PatternsOfBase)

/**
 * Open the serial patterns of a base, for people who update its machines; a person with several bases chooses one
 * first.
 */
export function SerialPatternsTool() {
  const say = useWord()
  const may = useMay('base_screen')
  const [open, setOpen] = useState(false)
  const own = trpc.devices.serialPatterns.useQuery({}, { enabled: may, retry: false, meta: { silent: true } })
  if (!may) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<Hash aria-hidden className="size-4" />} disabled={own.isFetching} onClick={() => setOpen(true)}>
        {say('serialPatterns.title')}
      </Button>
      {open &&
        (own.data ? <SerialPatternsDialog known={own.data} onClose={close} /> : <PatternsOfBase onClose={close} />)}
    </>
  )
}
