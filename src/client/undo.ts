import { messageOf } from './failures.ts'
import { say } from './i18n.ts'
import { toastError, toastSuccess } from './ui/toast.ts'

/**
 * The way back that a toast offers: takes back what it tells of, reads again what shows it, and says so, unless `takeBack` answers false.
 * @param told other words for what does not restore everything
 */
export const undoBy = (
  takeBack: () => Promise<unknown>,
  refresh: () => Promise<unknown>,
  told?: { label: string; done: string },
) => ({
  label: told?.label ?? say('ui.undo'),
  act: () =>
    void takeBack()
      .then((isDone) => {
        if (isDone !== false) toastSuccess(told?.done ?? say('ui.undone'))
      })
      .catch((refusal: unknown) => toastError(messageOf(refusal)))
      .finally(refresh),
})

/** What was done, with the name of what it was done to. */
export const doneTo = (done: string, name: string): string => say('ui.doneTo', { done, name })
