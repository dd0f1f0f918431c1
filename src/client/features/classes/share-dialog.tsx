import { Copy } from 'lucide-react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { toastSuccess, toastWarning } from '#client/ui/toast.ts'
import type { ShareLink } from './use-share-link.ts'

/** The link of a session, to copy or to revoke. */
export function ShareDialog({ share, onClose }: { share: ShareLink; onClose: () => void }) {
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
