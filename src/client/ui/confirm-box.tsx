import { useEffect, useState } from 'react'
import type { OpenBox } from './box.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Shows what `askConfirm` and `showAlert` of `box.ts` ask. Escape and the cross mean "cancel", or "read" where there is nothing to cancel. */
export function ConfirmBox({ box }: { box: OpenBox | null }) {
  // The last box stays on while it closes, so that it does not go blank before it is gone.
  const [shown, setShown] = useState(box)
  useEffect(() => {
    if (box) setShown(box)
  }, [box])
  const current = box ?? shown
  if (!current) return null
  const { title, message, confirmText, cancelText, danger, answer } = current
  return (
    <Dialog
      open={box !== null}
      onClose={() => answer(false)}
      title={title}
      role="alertdialog"
      footer={
        <>
          {cancelText !== null && <Button onClick={() => answer(false)}>{cancelText}</Button>}
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)} autoFocus data-autofocus>
            {confirmText}
          </Button>
        </>
      }
    >
      <p className="whitespace-pre-line">{message}</p>
    </Dialog>
  )
}
