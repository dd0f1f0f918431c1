import { type ReactNode, useCallback, useState } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import { askConfirm } from '#client/ui/box.ts'
import type { DeleteQuestion } from './delete-place-dialog.tsx'

const DeletePlaceDialog = lazyPart(async () => (await import('./delete-place-dialog.tsx')).DeletePlaceDialog)

/**
 * Ask twice before a site, client or sub-account is deleted: a confirmation, then the password. `question` must keep
 * its identity between renders.
 */
export function useDeletePlace<Place>(
  question: (place: Place) => DeleteQuestion,
  onDeleted: () => void,
): { ask: (place: Place) => void; dialog: ReactNode } {
  const [confirmed, setConfirmed] = useState<DeleteQuestion | null>(null)
  const ask = useCallback(
    (place: Place) => {
      const next = question(place)
      void askConfirm({ message: next.ask, danger: true }).then((confirmed) => confirmed && setConfirmed(next))
    },
    [question],
  )
  return {
    ask,
    dialog: confirmed && (
      <DeletePlaceDialog
        question={confirmed}
        onClose={() => setConfirmed(null)}
        onDeleted={() => {
          setConfirmed(null)
          onDeleted()
        }}
      />
    ),
  }
}
