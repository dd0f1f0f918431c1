import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastSuccess } from '#client/ui/toast.ts'

/** Return a function that saves a comment and resolves to whether it was saved; `done` = the message after it. */
export function useSaveComment(done: 'ui.created' | 'ui.updated', onSaved: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  return async (send: () => Promise<unknown>): Promise<boolean> => {
    try {
      await send()
    } catch {
      // The message is already shown as a toast; the form keeps the text.
      return false
    }
    toastSuccess(say(done))
    onSaved()
    await utils.comments.invalidate()
    return true
  }
}
