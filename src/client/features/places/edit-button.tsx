import { Pencil } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'

export const EditButton = ({ onClick }: { onClick: () => void }) => {
  const say = useWord()
  return (
    <Button icon={<Pencil aria-hidden className="size-4" />} onClick={onClick}>
      {say('places.edit')}
    </Button>
  )
}
