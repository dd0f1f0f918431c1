import type { ConflictDecision, ConflictRow } from '#shared/feed-conflicts.ts'

/** What a person may decide from the queue: a decision about the report, or the return of a repaired machine. */
export type ConflictAction = 'return' | Extract<ConflictDecision, 'found' | 'keep'>

/** What is possible with every one of some machines in their present states, and nothing else. */
export function possibleActions(rows: readonly Pick<ConflictRow, 'state'>[]): ConflictAction[] {
  if (rows.length === 0) return []
  const all = (state: ConflictRow['state']) => rows.every((row) => row.state === state)
  if (all('repairing')) return ['return', 'keep']
  if (all('lost')) return ['found', 'keep']
  return ['keep']
}
