import { Pencil, Trash2 } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'

/** The buttons with which the management edits or deletes the place of an overview. */
export const EditButtons = ({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) => {
  const say = useWord()
  return (
    <span className="flex gap-2">
      <Button icon={<Pencil aria-hidden className="size-4" />} onClick={onEdit}>
        {say('places.edit')}
      </Button>
      <Button icon={<Trash2 aria-hidden className="size-4" />} onClick={onDelete}>
        {say('places.delete')}
      </Button>
    </span>
  )
}
