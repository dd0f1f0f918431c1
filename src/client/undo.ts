import { messageOf } from './failures.ts'
import { labelled, say } from './i18n.ts'
import { toastError, toastSuccess } from './ui/toast.ts'

/**
 * The undo action of a toast: call `takeBack`, refetch the queries that show the change, and confirm it, unless
 * `takeBack` returns false.
 * @param of the text of the toast, which the confirmation repeats; other words for an action that does not restore
 * everything
 */
export const undoBy = (
  takeBack: () => Promise<unknown>,
  refresh: () => Promise<unknown>,
  of: string | { label: string; done: string },
) => ({
  label: typeof of === 'string' ? say('ui.undo') : of.label,
  act: () =>
    void takeBack()
      .then((isDone) => {
        if (isDone !== false) toastSuccess(typeof of === 'string' ? say('ui.undone', { done: of }) : of.done)
      })
      .catch((refusal: unknown) => toastError(messageOf(refusal)))
      .finally(refresh),
})

/** Return the text for a finished action, with the name of its object. */
export const doneTo = labelled
