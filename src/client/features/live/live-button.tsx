import { RadioTower } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { Button } from '#client/ui/button.tsx'

const LiveDialog = lazyPart(
  async () => (await Promise.all([import('./live-dialog.tsx'), screenWords.live()]))[0].LiveDialog,
)

/** Open the tokens with which the machines of a site report. */
export function LiveButton({ site }: { site: { id: number; name: string } }) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<RadioTower aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {say('places.live')}
      </Button>
      {open && <LiveDialog site={site} onClose={() => setOpen(false)} />}
    </>
  )
}
