import { useCallback } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toastSuccess } from '#client/ui/toast.ts'

/** Asks before a sub-account is deleted; one that has machines or users is refused by the server, in words. */
export function useDeleteAccount(onDeleted: () => void): (account: { id: number; name: string }) => void {
  const say = useWord()
  const utils = trpc.useUtils()
  const { mutate } = trpc.accounts.delete.useMutation({
    onSuccess: async () => {
      toastSuccess(say('places.deleted'))
      onDeleted()
      await Promise.all([utils.accounts.invalidate(), utils.clients.invalidate(), utils.sites.invalidate()])
    },
  })
  return useCallback(
    ({ id, name }) => {
      void askConfirm({ message: say('places.accountDelete.ask', { name }), danger: true }).then((confirmed) => confirmed && mutate({ id }))
    },
    [say, mutate],
  )
}
