import { useEffect } from 'react'
import type { OpenBox } from './box.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Show the dialog that `askConfirm` or `showAlert` of `box.ts` asks for. Escape, Back and the cross mean "cancel", or
 * "read" if there is nothing to cancel.
 */
export function ConfirmBox({ box }: { box: OpenBox; onClose: () => void }) {
  const { title, message, confirmText, cancelText, danger, focus, answer } = box
  // The user has left the page that asked.
  useEffect(() => {
    const gone = () => answer(false)
    addEventListener('popstate', gone)
    return () => removeEventListener('popstate', gone)
  }, [answer])
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={title}
      role="alertdialog"
      footer={
        <>
          {cancelText !== null && (
            <Button onClick={() => answer(false)} data-autofocus={focus === 'cancel' || undefined}>
              {cancelText}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            data-autofocus={focus === 'confirm' || undefined}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      <p className="whitespace-pre-line">{message}</p>
    </Dialog>
  )
}
