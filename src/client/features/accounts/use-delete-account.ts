import { useCallback } from 'react'
import { useDeletePlace } from '#client/features/places/use-delete-place.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

/**
 * Ask twice before deleting a sub-account, the second time for the password; the server refuses to delete one with
 * machines or users, with a message.
 */
export function useDeleteAccount(onDeleted: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const onSuccess = () =>
    void Promise.all([utils.accounts.invalidate(), utils.clients.invalidate(), utils.sites.invalidate()])
  const { mutateAsync } = trpc.accounts.delete.useMutation({ meta: { silent: true }, onSuccess })
  const question = useCallback(
    ({ id, name }: { id: number; name: string }) => ({
      ask: say('places.accountDelete.ask', { name }),
      title: say('places.accountDelete.title', { name }),
      text: say('places.accountDelete.again', { name }),
      name,
      remove: (password: string) => mutateAsync({ id, password }),
      restore: () => utils.client.accounts.restore.mutate({ id }),
      refresh: () => utils.invalidate(),
    }),
    [say, mutateAsync, utils],
  )
  return useDeletePlace(question, onDeleted)
}
