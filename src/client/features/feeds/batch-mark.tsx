import { formatNumber, useWord } from '#client/i18n.ts'
import { type BatchRow, isIdle } from '#shared/feed-batches.ts'

/** Mark a batch as undone (with the part that was undone), without effect, restating an earlier day, or in force. */
export function BatchMark({ row }: { row: BatchRow }) {
  const say = useWord()
  if (row.undoneAt) return <span className="rounded-sm bg-caution-soft px-1.5 py-0.5">{say('batch.undone')}</span>
  if (row.machinesUndone > 0 && row.machines !== null) {
    const counts = { undone: formatNumber(row.machinesUndone), total: formatNumber(row.machines) }
    return <span className="rounded-sm bg-caution-soft px-1.5 py-0.5">{say('batch.undonePart', counts)}</span>
  }
  return (
    <span className="text-muted">
      {say(isIdle(row) ? 'batch.idle' : row.restated ? 'batch.restated' : 'batch.inForce')}
    </span>
  )
}
