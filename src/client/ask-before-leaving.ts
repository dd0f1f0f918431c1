import { useEffect } from 'react'
import { say } from './i18n.ts'
import { askConfirm } from './ui/box.ts'
import { useInsteadOfLeaving } from './ui/instead-of-back.ts'

/** Let the browser ask before it closes or reloads the page, while something on it would be lost. */
export function useAskBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [wouldLose])
}

/** The number of forms of the page with input to lose; an ending session then keeps the page. */
let unsaved = 0
const count = (by: number) => {
  unsaved += by
  document.body.toggleAttribute('data-unsaved', unsaved > 0)
}

const isOtherScreen = (to: URL) => to.pathname !== location.pathname

/**
 * Ask before a form of the page loses its input: when the page is closed or reloaded, and before Back leaves it.
 * `loses` = whether the address that Back opens loses the input; by default, that of another screen does.
 */
export function useAskBeforeLosing(wouldLose: boolean, loses: (to: URL) => boolean = isOtherScreen): void {
  useAskBeforeLeaving(wouldLose)
  useEffect(() => {
    if (!wouldLose) return
    count(1)
    return () => count(-1)
  }, [wouldLose])
  useInsteadOfLeaving(
    wouldLose,
    async (leave) => {
      if (await askConfirm({ message: say('ui.discardAsk'), confirmText: say('ui.discard'), danger: true })) leave()
    },
    loses,
  )
}
