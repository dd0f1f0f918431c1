import type { useWord } from '#client/i18n.ts'
import type { BatchRow } from '#shared/feed-batches.ts'

/** Say who may still undo a batch; null = nobody may any more. */
export const mayUndo = ({ undoable, bases }: BatchRow, say: ReturnType<typeof useWord>): string | null => {
  const [base] = bases
  if (!undoable || !base) return null
  return bases.length === 1 ? say('batch.mayUndoOne', { base: base.name }) : say('batch.mayUndoSeveral')
}
