import { useCallback } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toastSuccess } from '#client/ui/toast.ts'

/** Asks before a client is deleted; one that has machines or users is refused by the server, in words. */
export function useDeleteClient(onDeleted: () => void): (client: { id: number; name: string }) => void {
  const say = useWord()
  const utils = trpc.useUtils()
  const { mutate } = trpc.clients.delete.useMutation({
    onSuccess: async () => {
      toastSuccess(say('places.deleted'))
      onDeleted()
      await Promise.all([utils.clients.invalidate(), utils.accounts.invalidate(), utils.charts.invalidate()])
    },
  })
  return useCallback(
    ({ id, name }) => {
      void askConfirm({ message: say('places.clientDelete.ask', { name }), danger: true }).then((confirmed) => confirmed && mutate({ id }))
    },
    [say, mutate],
  )
}
