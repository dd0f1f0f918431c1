import { createStore } from '#client/external-store.ts'

/** How long a toast is shown, in milliseconds (documented). */
export const toastDuration = 5_000

/** The action of a toast: an undo, or a link. */
export type ToastAction = {
  label: string
  act: () => void
  /**
   * The key of the action that this one undoes: if it is undone in another way, the toast is removed (`withdrawToast`).
   */
  of?: string
}
export type ToastMessage = {
  kind: 'error' | 'success' | 'warning'
  text: string
  action?: ToastAction
  /** A link to the subject of the message. */
  show?: ToastAction
}
/** How long a toast with an action is shown, in milliseconds: users have to read it and reach its button. */
export const actionDuration = 15_000
type Sink = { show: (message: ToastMessage) => void; withdraw: (of: string) => void }

// The library that draws toasts is loaded after the first paint; until then messages wait here.
const waiting = createStore<readonly ToastMessage[]>([])
let sink: Sink | null = null

function send(message: ToastMessage): void {
  if (sink) sink.show(message)
  else
    waiting.set([...waiting.get().filter(({ kind, text }) => kind !== message.kind || text !== message.text), message])
}

/** One toast per message: the same message again only restarts its time. */
export const toastError = (text: string): void => send({ kind: 'error', text })
export const toastWarning = (text: string, action?: ToastAction): void =>
  send({ kind: 'warning', text, ...(action ? { action } : {}) })
export const toastSuccess = (text: string, action?: ToastAction, show?: ToastAction): void =>
  send({ kind: 'success', text, ...(action ? { action } : {}), ...(show ? { show } : {}) })

/** Remove the toasts that offer to undo `of`, because it has already been undone. */
export function withdrawToast(of: string): void {
  waiting.set(waiting.get().filter(({ action }) => action?.of !== of))
  sink?.withdraw(of)
}

/** The messages that are not drawn yet; only the host components use it. */
export const useWaitingToasts = (): readonly ToastMessage[] => waiting.useStored()

/** Remove a waiting message that was read or shown long enough. */
export const dropWaiting = (message: ToastMessage): void =>
  waiting.set(waiting.get().filter((other) => other !== message))

/** Send all further messages to `next`, after the waiting ones; only the host component uses it. */
export function openSink(next: Sink): () => void {
  sink = next
  for (const message of waiting.get()) next.show(message)
  waiting.set([])
  return () => {
    sink = null
  }
}
