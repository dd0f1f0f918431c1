import { useEffect, useRef } from 'react'
import { say } from './i18n.ts'
import { leaving } from './leaving.ts'
import { askConfirm } from './ui/box.ts'
import { useInsteadOfLeaving } from './ui/instead-of-back.ts'

/** Let the browser ask before it closes or reloads the page, while something on it would be lost. */
function useAskBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [wouldLose])
}

type Loses = (to: URL) => boolean

/** What each form of the page with input to lose says of an address; an ending session then keeps the page. */
const unsaved = new Set<Loses>()

async function askThen(leave: () => void): Promise<void> {
  const question = {
    message: say('ui.discardAsk'),
    confirmText: say('ui.discard'),
    danger: true,
    focus: 'cancel',
  } as const
  if (await askConfirm(question)) leave()
}

function askOnLink(to: string, leave: () => void): boolean {
  const url = new URL(to, location.href)
  const asks = [...unsaved].some((loses) => loses(url))
  if (asks) void askThen(leave)
  return asks
}

/** Mark the page, and ask before links of the application, entries of its menu and other steps to another address. */
function markPage(): void {
  document.body.toggleAttribute('data-unsaved', unsaved.size > 0)
  leaving.ask = unsaved.size > 0 ? askOnLink : null
}

/** Do what the user has been asked about, or what follows a save, without a further question. */
export function leaveUnasked(leave: () => void): void {
  const { ask } = leaving
  leaving.ask = null
  leave()
  leaving.ask = ask
}

const isOtherScreen: Loses = (to) => to.pathname !== location.pathname

/** The same question before a link inside a dialog whose form would lose its input; Escape and Back ask there already. */
function useAskOnLinks(wouldLose: boolean, loses: Loses = isOtherScreen): void {
  const latest = useRef(loses)
  useEffect(() => {
    latest.current = loses
  })
  useEffect(() => {
    if (!wouldLose) return
    const mine: Loses = (to) => latest.current(to)
    unsaved.add(mine)
    markPage()
    return () => {
      unsaved.delete(mine)
      markPage()
    }
  }, [wouldLose])
}

/**
 * Return what closes a dialog by Escape, the backdrop or Back: while closing it would lose something, only after a
 * question, as do links in it and the end of the page.
 * @param busy what is being saved needs no question before the links that it opens
 */
export function useAskBeforeClosing(wouldLose: boolean, close: () => void, busy = false): () => void {
  useAskBeforeLeaving(wouldLose)
  useAskOnLinks(wouldLose && !busy)
  return () => (wouldLose ? void askThen(close) : close())
}

/**
 * Ask before a form of the page loses its input: when the page is closed or reloaded, and before Back or a link leaves
 * it. `loses` = whether an address loses the input when it is opened; by default, that of another screen does.
 */
export function useAskBeforeLosing(wouldLose: boolean, loses: Loses = isOtherScreen): void {
  useAskBeforeLeaving(wouldLose)
  useAskOnLinks(wouldLose, loses)
  useInsteadOfLeaving(wouldLose, (leave) => void askThen(leave), loses)
}
