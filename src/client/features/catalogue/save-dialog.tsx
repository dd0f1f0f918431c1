import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { CatalogueDifference } from '#shared/catalogue.ts'
import { CatalogueDifferences } from './catalogue-differences.tsx'

type Props = {
  difference: CatalogueDifference
  sources: { before: string; after: string }
  busy: boolean
  onClose: () => void
  onSave: () => void
}

/** Shows once more what is about to change for every new calculation. */
export function SaveDialog({ difference, sources, busy, onClose, onSave }: Props) {
  const say = useWord()
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={say('catalogue.saveTitle')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={onSave} data-autofocus>
            {say('ui.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-muted">{say('catalogue.saveHelp')}</p>
        <CatalogueDifferences difference={difference} sources={sources} />
      </div>
    </Dialog>
  )
}
