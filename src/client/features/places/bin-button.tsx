import { Trash2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { say } from '#client/i18n.ts'
import { ToolButton } from '#client/ui/button.tsx'

/** The button that opens the bin with the deleted places of a list. */
export function BinButton({ Dialog }: { Dialog: ComponentType<{ onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ToolButton icon={<Trash2 aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {say('places.bin')}
      </ToolButton>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
