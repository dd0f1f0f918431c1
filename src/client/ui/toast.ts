import { useSyncExternalStore } from 'react'

/** How long a toast stays, in milliseconds (documented). */
export const toastDuration = 5_000

export type ToastMessage = { kind: 'error' | 'success' | 'warning'; text: string }
type Sink = (message: ToastMessage) => void

// The library that draws toasts comes with the first of them; until then they wait here.
const waiting: ToastMessage[] = []
const listeners = new Set<() => void>()
let sink: Sink | null = null
let wanted = false

function send(message: ToastMessage): void {
  if (sink) sink(message)
  else {
    waiting.push(message)
    wanted = true
    for (const listener of listeners) listener()
  }
}

/** One toast a message: the same sentence again only renews it. */
export const toastError = (text: string): void => send({ kind: 'error', text })
export const toastWarning = (text: string): void => send({ kind: 'warning', text })
export const toastSuccess = (text: string): void => send({ kind: 'success', text })

/** True from the first toast on; for the host alone. */
export const useToastsWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
  )

/** From now on messages go to `next`, those that waited first; for the host alone. */
export function openSink(next: Sink): () => void {
  sink = next
  for (const message of waiting.splice(0)) next(message)
  return () => {
    sink = null
  }
}
