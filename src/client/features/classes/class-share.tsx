import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { toastSuccess, toastWarning } from '#client/ui/toast.ts'
import { activityPath, type ClassDetail } from '#shared/classes.ts'

/** The link of a session, created on demand, and the calls that create and revoke it. */
function useShareLink(session: ClassDetail, onRevoked: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const share = trpc.classes.share.useMutation({ meta: { silent: true }, onSuccess: () => utils.classes.invalidate() })
  const unshare = trpc.classes.unshare.useMutation({
    onSuccess: async () => {
      toastSuccess(say('class.shareRevoked'))
      onRevoked()
      await utils.classes.invalidate()
    },
  })
  const key = session.shareKey ?? share.data?.shareKey ?? null
  const revoke = async () => {
    if (
      await askConfirm({ message: say('class.shareRevokeAsk'), confirmText: say('class.shareRevoke'), danger: true })
    ) {
      share.reset()
      unshare.mutate({ id: session.id })
    }
  }
  return {
    link: key === null ? null : new URL(activityPath(key), location.origin).href,
    create: () => share.mutate({ id: session.id }),
    creating: share.isPending,
    error: share.error,
    revoke,
    revoking: unshare.isPending,
  }
}
type ShareLink = ReturnType<typeof useShareLink>

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

function ShareDialog({ share, onClose }: { share: ShareLink; onClose: () => void }) {
  const say = useWord()
  const { link } = share
  const copy = () =>
    link &&
    // The clipboard API only exists on HTTPS and localhost; without it the user can select the link.
    (navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toastSuccess(say('class.shareCopied')),
      () => toastWarning(say('ui.copyFailed')),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('class.share')}
      size="md"
      footer={
        <>
          <Button busy={share.revoking} disabled={link === null} onClick={() => void share.revoke()}>
            {say('class.shareRevoke')}
          </Button>
          <Button
            variant="primary"
            disabled={link === null}
            icon={<Copy aria-hidden className="size-4" />}
            onClick={() => void copy()}
            data-autofocus
          >
            {say('class.shareCopy')}
          </Button>
        </>
      }
    >
      {share.error ? (
        <ErrorState message={messageOf(share.error)} onRetry={share.create} retrying={share.creating} />
      ) : link === null ? (
        <Skeleton className="h-14 w-full" />
      ) : (
        <TextField
          label={say('class.shareLink')}
          help={say('class.shareHelp')}
          value={link}
          readOnly
          onFocus={(event) => event.target.select()}
          onChange={() => {}}
        />
      )}
    </Dialog>
  )
}
