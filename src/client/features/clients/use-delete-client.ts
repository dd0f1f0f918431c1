import { useCallback } from 'react'
import { useDeletePlace } from '#client/features/places/use-delete-place.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

/**
 * Ask twice before deleting a client, the second time for the password; the server refuses to delete one with machines
 * or users, with a message.
 */
export function useDeleteClient(onDeleted: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const onSuccess = () =>
    void Promise.all([utils.clients.invalidate(), utils.accounts.invalidate(), utils.charts.invalidate()])
  const { mutateAsync } = trpc.clients.delete.useMutation({ meta: { silent: true }, onSuccess })
  const question = useCallback(
    ({ id, name }: { id: number; name: string }) => ({
      ask: say('places.clientDelete.ask', { name }),
      title: say('places.clientDelete.title', { name }),
      text: say('places.clientDelete.again', { name }),
      name,
      remove: (password: string) => mutateAsync({ id, password }),
      restore: () => utils.client.clients.restore.mutate({ id }),
      refresh: () => utils.invalidate(),
    }),
    [say, mutateAsync, utils],
  )
  return useDeletePlace(question, onDeleted)
}
