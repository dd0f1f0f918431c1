import { useWord } from '#client/i18n.ts'
import type { BatchRow } from '#shared/feed-batches.ts'

/** Undone, restating an earlier day, or in force. */
export function BatchMark({ row }: { row: Pick<BatchRow, 'undoneAt' | 'restated'> }) {
  const say = useWord()
  if (row.undoneAt) return <span className="rounded-sm bg-caution-soft px-1.5 py-0.5">{say('batch.undone')}</span>
  return <span className="text-muted">{say(row.restated ? 'batch.restated' : 'batch.inForce')}</span>
}
