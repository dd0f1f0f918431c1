import type { useWord } from '#client/i18n.ts'
import type { BatchRow } from '#shared/feed-batches.ts'

/** Who may still undo a batch, in words; null = nobody any more. */
export const mayUndo = ({ undoable, bases }: BatchRow, say: ReturnType<typeof useWord>): string | null => {
  const [base] = bases
  if (!undoable || !base) return null
  return bases.length === 1 ? say('batch.mayUndoOne', { base: base.name }) : say('batch.mayUndoSeveral')
}
