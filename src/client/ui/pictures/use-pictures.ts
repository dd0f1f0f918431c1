import { base64Of } from '#client/base64.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { GalleryPicture } from './gallery.tsx'

type Owner = { kind: 'repair' | 'trace'; id: number }
type Words = { ask: (fileName: string) => string; deleted: () => string }

/**
 * Add pictures to their owner one after the other, so that a refused one is named and the others are kept; delete a
 * picture after a confirmation.
 */
export function usePictures({ kind, id }: Owner, refresh: () => Promise<unknown>, words: Words) {
  const upload = trpc.attachments.upload.useMutation({ onSettled: refresh })
  const remove = trpc.attachments.delete.useMutation({
    onSuccess: async () => {
      toastSuccess(words.deleted())
      await refresh()
    },
  })
  return {
    busy: upload.isPending,
    ask: async (picture: GalleryPicture): Promise<void> => {
      if (await askConfirm({ message: words.ask(picture.fileName), danger: true })) remove.mutate({ id: picture.id })
    },
    add: async (files: readonly File[]): Promise<void> => {
      for (const file of files) {
        const done = await upload
          .mutateAsync({ fileName: file.name, content: await base64Of(file), ownerKind: kind, ownerId: id })
          .catch(() => null)
        if (done === null) return
      }
    },
  }
}
