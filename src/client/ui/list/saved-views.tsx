import { Menu, MenuButton, MenuItems } from '@headlessui/react'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { trpc } from '#client/trpc.ts'
import { toolStyle } from '#client/ui/button.tsx'
import type { ViewScreen } from '#shared/views.ts'

import type { TableSettings } from './table-settings.tsx'

const SaveViewDialog = lazyPart(
  async () => (await Promise.all([import('./save-view-dialog.tsx'), screenWords.views()]))[0].SaveViewDialog,
)
const SavedViewItems = lazyPart(
  async () => (await Promise.all([import('./saved-view-items.tsx'), screenWords.views()]))[0].SavedViewItems,
  null,
  true,
)

/** `settings` = the columns of the list; undefined if it has no columns. */
type Props = { screen: ViewScreen; settings?: TableSettings | undefined }

/**
 * Filters, order and columns saved under a name: the user's own views, and those shared by others of the base. The
 * address is the view.
 */
export function SavedViews({ screen, settings }: Props) {
  const say = useWord()
  const views = trpc.views.find.useQuery({ screen }, { meta: { silent: true } })
  const [saving, setSaving] = useState(false)
  return (
    <>
      <Menu>
        <MenuButton className={toolStyle} title={say('view.menu')}>
          <Bookmark aria-hidden className="size-4" />
          <span className="max-sm:sr-only narrow:sr-only">{say('view.menu')}</span>
        </MenuButton>
        <MenuItems
          modal={false}
          anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
          className="popover max-h-96! min-w-56 max-w-80"
        >
          <SavedViewItems
            screen={screen}
            rows={views.data ?? []}
            onHidden={settings && ((hidden) => settings.change({ hidden }))}
            onSave={() => setSaving(true)}
          />
        </MenuItems>
      </Menu>
      {saving && <SaveViewDialog screen={screen} hidden={settings?.hidden ?? null} onClose={() => setSaving(false)} />}
    </>
  )
}
