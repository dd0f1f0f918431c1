import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { activityPath, type ClassDetail } from '#shared/classes.ts'

/** The link of a session, created on demand, and the calls that create and revoke it. */
export function useShareLink(session: ClassDetail, onRevoked: () => void) {
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
export type ShareLink = ReturnType<typeof useShareLink>
