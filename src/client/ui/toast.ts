import { useSyncExternalStore } from 'react'

/** How long a toast stays, in milliseconds (documented). */
export const toastDuration = 5_000

/** The way back, or on, from what a toast says. */
export type ToastAction = {
  label: string
  act: () => void
  /** What it would take back: once that is done in another way, the toast goes (`withdrawToast`). */
  of?: string
}
export type ToastMessage = {
  kind: 'error' | 'success' | 'warning'
  text: string
  action?: ToastAction
  /** Leads to what the message tells of. */
  show?: ToastAction
}
/** How long one that offers something stays: it has to be read and reached. */
export const actionDuration = 15_000
type Sink = { show: (message: ToastMessage) => void; withdraw: (of: string) => void }

// The library that draws toasts comes after the first paint; until then they wait here.
let waiting: readonly ToastMessage[] = []
const listeners = new Set<() => void>()
let sink: Sink | null = null

function keepWaiting(next: readonly ToastMessage[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

function send(message: ToastMessage): void {
  if (sink) sink.show(message)
  else keepWaiting([...waiting.filter(({ kind, text }) => kind !== message.kind || text !== message.text), message])
}

/** One toast a message: the same sentence again only renews it. */
export const toastError = (text: string): void => send({ kind: 'error', text })
export const toastWarning = (text: string): void => send({ kind: 'warning', text })
export const toastSuccess = (text: string, action?: ToastAction, show?: ToastAction): void =>
  send({ kind: 'success', text, ...(action ? { action } : {}), ...(show ? { show } : {}) })

/** Takes the toasts away that offer to take `of` back, which has been done. */
export function withdrawToast(of: string): void {
  keepWaiting(waiting.filter(({ action }) => action?.of !== of))
  sink?.withdraw(of)
}

/** What nobody has drawn yet; for the hosts alone. */
export const useWaitingToasts = (): readonly ToastMessage[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )

/** A message was read, or has stood long enough. */
export const dropWaiting = (message: ToastMessage): void => keepWaiting(waiting.filter((other) => other !== message))

/** From now on messages go to `next`, those that waited first; for the host alone. */
export function openSink(next: Sink): () => void {
  sink = next
  for (const message of waiting) next.show(message)
  keepWaiting([])
  return () => {
    sink = null
  }
}
