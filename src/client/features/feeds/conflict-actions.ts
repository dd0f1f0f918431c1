import type { ConflictDecision, ConflictRow } from '#shared/feed-conflicts.ts'

/** A decision that a person may take in the queue: about the report, or the return of a repaired machine. */
export type ConflictAction = 'return' | Extract<ConflictDecision, 'found' | 'keep'>
/** All of them, the usual one of each state first. */
export const conflictActions: readonly ConflictAction[] = ['return', 'found', 'keep']

/** Return the decisions that are possible for all the given machines in their present states. */
export function possibleActions(rows: readonly Pick<ConflictRow, 'state'>[]): ConflictAction[] {
  if (rows.length === 0) return []
  const all = (state: ConflictRow['state']) => rows.every((row) => row.state === state)
  if (all('repairing')) return ['return', 'keep']
  if (all('lost')) return ['found', 'keep']
  return ['keep']
}
