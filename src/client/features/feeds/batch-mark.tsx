import { useWord } from '#client/i18n.ts'
import { type BatchRow, isIdle } from '#shared/feed-batches.ts'

/** Undone, without any effect, restating an earlier day, or in force. */
export function BatchMark({ row }: { row: BatchRow }) {
  const say = useWord()
  if (row.undoneAt) return <span className="rounded-sm bg-caution-soft px-1.5 py-0.5">{say('batch.undone')}</span>
  return <span className="text-muted">{say(isIdle(row) ? 'batch.idle' : row.restated ? 'batch.restated' : 'batch.inForce')}</span>
}
