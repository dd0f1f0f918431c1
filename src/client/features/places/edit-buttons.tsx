import { Pencil } from 'lucide-react'
import { MoreMenu } from '#client/features/devices/more-menu.tsx'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'

/** The button with which the management edits the place of an overview, and the menu with its deletion. */
export const EditButtons = ({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) => {
  const say = useWord()
  return (
    <span className="flex gap-2">
      <Button icon={<Pencil aria-hidden className="size-4" />} onClick={onEdit}>
        {say('places.edit')}
      </Button>
      <MoreMenu
        label={say('places.more')}
        items={[{ key: 'delete', label: say('places.delete'), danger: true, run: onDelete }]}
      />
    </span>
  )
}
