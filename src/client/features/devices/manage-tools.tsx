import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { useMay } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ChangeView } from '#client/ui/list/address-view.ts'
import { DeviceFormDialog } from './device-form.tsx'
import { type DeviceView, defaultView } from './device-view.ts'

// Few users update devices, so load the dialog and its words on demand.
const loadFeedDialog = async () => (await Promise.all([import('./feed-dialog.tsx'), screenWords.feeds()]))[0]
const FeedDialog = lazyPart(async () => (await loadFeedDialog()).FeedDialog)

/** The buttons to add one device, and to update many by a feed, for the people who may. */
export function ManageTools({ change }: { change: ChangeView<DeviceView> }) {
  const say = useWord()
  const [open, setOpen] = useState<'feed' | 'add' | null>(null)
  const close = () => setOpen(null)
  if (!useMay('base_screen')) return null
  return (
    <span className="flex gap-2">
      <Button className="max-sm:px-2" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen('add')}>
        <span className="max-sm:sr-only">{say('fleet.addDevice')}</span>
      </Button>
      <Button
        variant="primary"
        className="max-sm:px-2"
        icon={<RefreshCw aria-hidden className="size-4" />}
        onClick={() => setOpen('feed')}
        onPointerEnter={() => void loadFeedDialog().catch(() => {})}
      >
        {say('fleet.updateDevice')}
      </Button>
      {open === 'feed' && <FeedDialog onClose={close} />}
      {open === 'add' && (
        <DeviceFormDialog
          device={null}
          onShow={(serial) => change({ ...defaultView, filters: { serial } })}
          onClose={close}
        />
      )}
    </span>
  )
}
