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

/** Create the link of a session that works without sign-in, copy it, and revoke it. */
export function ClassShareButton({ session }: { session: ClassDetail }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [open, setOpen] = useState(false)
  const share = trpc.classes.share.useMutation({ meta: { silent: true }, onSuccess: () => utils.classes.invalidate() })
  const unshare = trpc.classes.unshare.useMutation({
    onSuccess: async () => {
      toastSuccess(say('class.shareRevoked'))
      setOpen(false)
      await utils.classes.invalidate()
    },
  })
  const key = session.shareKey ?? share.data?.shareKey ?? null
  const link = key === null ? null : new URL(activityPath(key), location.origin).href
  const copy = () =>
    link &&
    // The clipboard API only exists on HTTPS and localhost; without it the user can select the link.
    (navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toastSuccess(say('class.shareCopied')),
      () => toastWarning(say('ui.copyFailed')),
    )
  const revoke = async () => {
    if (
      await askConfirm({ message: say('class.shareRevokeAsk'), confirmText: say('class.shareRevoke'), danger: true })
    ) {
      share.reset()
      unshare.mutate({ id: session.id })
    }
  }
  return (
    <>
      <Button
        icon={<Share2 aria-hidden className="size-4" />}
        onClick={() => {
          setOpen(true)
          if (session.shareKey === null) share.mutate({ id: session.id })
        }}
      >
        {say('class.share')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={say('class.share')}
          size="md"
          footer={
            <>
              <Button busy={unshare.isPending} disabled={link === null} onClick={() => void revoke()}>
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
            <ErrorState
              message={messageOf(share.error)}
              onRetry={() => share.mutate({ id: session.id })}
              retrying={share.isPending}
            />
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
      )}
    </>
  )
}
