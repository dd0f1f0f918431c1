import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ClassDetail } from '#shared/classes.ts'
import { useShareLink } from './use-share-link.ts'

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** Create the link of a session that works without sign-in, copy it, and revoke it. */
export function ClassShareButton({ session }: { session: ClassDetail }) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  const share = useShareLink(session, () => setOpen(false))
  return (
    <>
      <Button
        icon={<Share2 aria-hidden className="size-4" />}
        onClick={() => {
          setOpen(true)
          if (session.shareKey === null) share.create()
        }}
      >
        {say('class.share')}
      </Button>
      {open && <ShareDialog share={share} onClose={() => setOpen(false)} />}
    </>
  )
}
