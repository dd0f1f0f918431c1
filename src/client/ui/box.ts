import { useSyncExternalStore } from 'react'
import { say } from '#client/i18n.ts'

/** What the one box of the page asks or says. */
export type BoxRequest = {
  title?: string
  message: string
  confirmText?: string
  /** null = nothing to cancel, one button only. */
  cancelText?: string | null
  danger?: boolean
}
export type OpenBox = Required<BoxRequest> & { answer: (confirmed: boolean) => void }

let open: OpenBox | null = null
const waiting: OpenBox[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

function ask(request: BoxRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const box: OpenBox = {
      title: request.title ?? say('ui.hint'),
      message: request.message,
      confirmText: request.confirmText ?? say('ui.ok'),
      cancelText: request.cancelText === undefined ? say('ui.cancel') : request.cancelText,
      danger: request.danger ?? false,
      answer: (confirmed) => {
        open = waiting.shift() ?? null
        tell()
        resolve(confirmed)
      },
    }
    if (open) waiting.push(box)
    else open = box
    tell()
  })
}

/** Asks before something is done; true = confirmed. Title 提示 and the buttons 确定 / 取消 unless told otherwise. Boxes come one at a time. */
export const askConfirm = (request: BoxRequest): Promise<boolean> => ask(request)

/** Says something that has to be read; ends when it is closed. */
export const showAlert = async (request: Omit<BoxRequest, 'cancelText'>): Promise<void> => {
  await ask({ ...request, cancelText: null })
}

/** The box that is open now, for the host alone. */
export const useOpenBox = (): OpenBox | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
