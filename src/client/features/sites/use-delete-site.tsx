import { type ReactNode, useCallback, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { askConfirm } from '#client/ui/box.ts'

const DeleteSiteDialog = lazyPart(async () => (await import('./delete-site-dialog.tsx')).DeleteSiteDialog)
type Site = { id: number; name: string; totalDeviceCount: number }

/** Asks twice before a site is deleted: the documented question, and then for the password. */
export function useDeleteSite(onDeleted: () => void): { ask: (site: Site) => void; dialog: ReactNode } {
  const say = useWord()
  const [site, setSite] = useState<Site | null>(null)
  const ask = useCallback(
    (asked: Site) => {
      void askConfirm({ message: say('places.delete.ask'), danger: true }).then((confirmed) => confirmed && setSite(asked))
    },
    [say],
  )
  return {
    ask,
    dialog: site && (
      <DeleteSiteDialog
        site={site}
        onClose={() => setSite(null)}
        onDeleted={() => {
          setSite(null)
          onDeleted()
        }}
      />
    ),
  }
}
