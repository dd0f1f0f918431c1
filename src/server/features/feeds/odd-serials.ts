import type { OddSerials } from '#shared/feed.ts'
import { fitsPatterns, type SerialPattern } from '#shared/serial-pattern.ts'
import type { PlannedRow } from './plan-line.ts'

/** Maximum number of serials and patterns in the answer. */
const named = 5

/**
 * Count new machines whose serials do not match the patterns of their base; undefined = all match. Call this before new
 * devices get their ids.
 */
export async function oddSerials(
  rows: readonly PlannedRow[],
  patternsOf: (companyIds: readonly number[]) => Promise<ReadonlyMap<number, readonly SerialPattern[]>>,
): Promise<OddSerials | undefined> {
  const tenants = new Set<number>()
  for (const { before } of rows) if (before.id === 0) tenants.add(before.companyId)
  if (tenants.size === 0) return undefined
  const known = await patternsOf([...tenants])
  const examples: string[] = []
  const usual = new Set<SerialPattern>()
  let count = 0
  for (const { before } of rows) {
    const own = before.id === 0 ? (known.get(before.companyId) ?? []) : []
    if (fitsPatterns(before.serial, own)) continue
    count += 1
    if (examples.length < named) examples.push(before.serial)
    for (const pattern of own) if (usual.size < named) usual.add(pattern)
  }
  return count === 0 ? undefined : { count, examples, patterns: [...usual] }
}
