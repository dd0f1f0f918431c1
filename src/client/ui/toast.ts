import { toast } from 'sonner'

/** How long a toast stays, in milliseconds (documented). */
export const toastDuration = 5_000

/** One toast a message: the same sentence again only renews it. */
export const toastError = (message: string): void => {
  toast.error(message, { id: `error:${message}`, duration: toastDuration })
}

export const toastSuccess = (message: string): void => {
  toast.success(message, { id: `success:${message}`, duration: toastDuration })
}
