import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { PictureField } from '#client/ui/form/picture-field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { Profile } from '#shared/auth.ts'

/** The user's own picture: set, replace, remove; each at once. */
export function OwnPicture({ profile: { avatar, avatarId, name } }: { profile: Profile }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const refresh = () => Promise.all([utils.users.profile.invalidate(), utils.auth.info.invalidate()])
  const remove = trpc.attachments.delete.useMutation({
    onSuccess: () => toastSuccess(say('places.picAvatarGone')),
    onSettled: refresh,
  })
  const picture =
    avatar === null || avatarId === null ? null : { id: avatarId, url: avatar, fileName: name, width: 0, height: 0 }
  return (
    <PictureField
      label={say('places.picAvatar')}
      picture={picture}
      own
      onChange={(next) => void (next === null && avatarId !== null ? remove.mutate({ id: avatarId }) : refresh())}
    />
  )
}
