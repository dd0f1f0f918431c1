import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { Button } from '#client/ui/button.tsx'

const StocktakeDialog = lazyPart(
  async () => (await Promise.all([import('./stocktake-dialog.tsx'), screenWords.stocktakes()]))[0].StocktakeDialog,
)

/** Open the stocktake of a site. */
export function StocktakeButton({ site }: { site: { id: number; name: string } }) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ScanBarcode aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {say('places.stocktake')}
      </Button>
      {open && <StocktakeDialog site={site} onClose={() => setOpen(false)} />}
    </>
  )
}
