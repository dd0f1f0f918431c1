import { useCallback } from 'react'
import { useDeletePlace } from '#client/features/places/use-delete-place.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

type Site = { id: number; name: string; totalDeviceCount: number }

/** Ask twice before a site is deleted: the documented question, then the password. */
export function useDeleteSite(onDeleted: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.sites.delete.useMutation({
    meta: { silent: true },
    onSuccess: () => void utils.invalidate(),
  })
  const question = useCallback(
    ({ id, name, totalDeviceCount }: Site) => ({
      ask: say('places.delete.ask'),
      title: say('places.delete.title', { name }),
      text: say('places.delete.again', { name, devices: formatNumber(totalDeviceCount) }),
      name,
      remove: (password: string) => mutateAsync({ id, password }),
      restore: () => utils.client.sites.restore.mutate({ id }),
      refresh: () => utils.invalidate(),
    }),
    [say, mutateAsync, utils],
  )
  return useDeletePlace(question, onDeleted)
}
