import { navigate } from 'wouter/use-browser-location'
import { say } from '#client/i18n.ts'
import { askedFirst } from '#client/leaving.ts'
import type { trpc } from '#client/trpc.ts'
import { type ToastAction, toastSuccess, toastWarning } from '#client/ui/toast.ts'
import { undoBy } from '#client/undo.ts'

const key = 'appliedFeed'

/** Return the key of a toast that offers to undo a batch. */
export const batchToast = (batchId: number): string => `batch-${batchId}`

/** Undo a batch of one machine at once, which `text` confirmed; if the machine keeps its state, show why. */
export function undoOfBatch(batchId: number, text: string, utils: ReturnType<typeof trpc.useUtils>): ToastAction {
  const takeBack = async () => {
    const { kept, machines } = await utils.client.feeds.undo.mutate({ id: batchId, companyId: null })
    const [machine] = machines
    if (kept > 0 && machine) toastWarning(`${machine.happened} ${machine.whatToDo}`)
    return kept === 0
  }
  return { ...undoBy(takeBack, () => utils.invalidate(), text), of: batchToast(batchId) }
}

/** Store the toast of an update until the page has reloaded. */
export const storeApplied = (batchId: number, text: string): void =>
  sessionStorage.setItem(key, JSON.stringify({ batchId, text }))

/** Show the stored toast once, with a link to the batch, where an undo is previewed first. */
export function showAppliedToast(): void {
  const kept = sessionStorage.getItem(key)
  if (kept === null) return
  sessionStorage.removeItem(key)
  const { batchId, text } = JSON.parse(kept) as { batchId: number; text: string }
  toastSuccess(text, {
    label: say('ui.undo'),
    of: batchToast(batchId),
    act: () => askedFirst('/feed_batches/index', () => navigate(`/feed_batches/index?batch=${batchId}`)),
  })
}
