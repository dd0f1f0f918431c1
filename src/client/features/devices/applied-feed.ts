import { navigate } from 'wouter/use-browser-location'
import { say } from '#client/i18n.ts'
import type { trpc } from '#client/trpc.ts'
import { type ToastAction, toastSuccess, toastWarning } from '#client/ui/toast.ts'
import { undoBy } from '#client/undo.ts'

const key = 'appliedFeed'

/** What a toast of a batch offers to take back. */
export const batchToast = (batchId: number): string => `batch-${batchId}`

/** Takes a batch of one machine back at once, and says why where that machine keeps its state. */
export function undoOfBatch(batchId: number, utils: ReturnType<typeof trpc.useUtils>): ToastAction {
  const takeBack = async () => {
    const { kept, machines } = await utils.client.feeds.undo.mutate({ id: batchId, companyId: null })
    const [machine] = machines
    if (kept > 0 && machine) toastWarning(`${machine.happened} ${machine.whatToDo}`)
    return kept === 0
  }
  return { ...undoBy(takeBack, () => utils.invalidate()), of: batchToast(batchId) }
}

/** Keeps what is to be said of an update once the page has been read anew. */
export const keepApplied = (batchId: number, text: string): void =>
  sessionStorage.setItem(key, JSON.stringify({ batchId, text }))

/** Says it, once, with the way back: the batch, where an undo is looked at before it is done. */
export function tellApplied(): void {
  const kept = sessionStorage.getItem(key)
  if (kept === null) return
  sessionStorage.removeItem(key)
  const { batchId, text } = JSON.parse(kept) as { batchId: number; text: string }
  toastSuccess(text, {
    label: say('ui.undo'),
    of: batchToast(batchId),
    act: () => navigate(`/feed_batches/index?batch=${batchId}`),
  })
}
