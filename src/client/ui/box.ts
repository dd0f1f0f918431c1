import { createStore } from '#client/external-store.ts'
import { say } from '#client/i18n.ts'

/** The question or message of the page's only message box. */
export type BoxRequest = {
  title?: string
  message: string
  confirmText?: string
  /** null = nothing to cancel, only one button. */
  cancelText?: string | null
  danger?: boolean
  /** The button that Enter presses at first: 'cancel' where a hasty Enter would lose what was typed. */
  focus?: 'confirm' | 'cancel'
}
export type OpenBox = Required<BoxRequest> & { answer: (confirmed: boolean) => void }

const open = createStore<OpenBox | null>(null)
let waiting: OpenBox[] = []

function ask(request: BoxRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const box: OpenBox = {
      title: request.title ?? say('ui.hint'),
      message: request.message,
      confirmText: request.confirmText ?? say('ui.ok'),
      cancelText: request.cancelText === undefined ? say('ui.cancel') : request.cancelText,
      danger: request.danger ?? false,
      focus: request.focus ?? 'confirm',
      answer: (confirmed) => {
        if (open.get() === box) open.set(waiting.shift() ?? null)
        else waiting = waiting.filter((other) => other !== box)
        resolve(confirmed)
      },
    }
    if (open.get()) waiting.push(box)
    else open.set(box)
  })
}

/**
 * Ask for a confirmation; true = confirmed. Default title 提示, default buttons 确定 / 取消. Boxes are shown one at a time.
 */
export const askConfirm = (request: BoxRequest): Promise<boolean> => ask(request)

/** Show a message that has to be read; resolves when it is closed. */
export const showAlert = async (request: Omit<BoxRequest, 'cancelText'>): Promise<void> => {
  await ask({ ...request, cancelText: null })
}

/** Close the box with this message as cancelled: its question no longer matters. */
export const closeBox = (message: string): void =>
  [open.get(), ...waiting].find((box) => box?.message === message)?.answer(false)

/** The currently open box; only the host component uses it. */
export const useOpenBox = (): OpenBox | null => open.useStored()
