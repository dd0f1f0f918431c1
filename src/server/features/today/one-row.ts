import type { Need, NeedGroup, NeedKind } from '#shared/today.ts'

/** Reduce machines with several reasons to one row: of the most urgent kind, which names the others; at most `most` of a kind. */
export function oneRowEach(groups: readonly NeedGroup[], most: (kind: NeedKind) => number): NeedGroup[] {
  const rowOfMachine = new Map<number, { also: Need['also'] }>()
  return groups.map((group) => {
    const rows: Need[] = []
    let toldAbove = 0
    for (const need of group.rows) {
      const [machine, ...others] = need.machines
      const only = others.length === 0 ? machine : undefined
      const above = only && rowOfMachine.get(only.id)
      if (above) {
        above.also = [...above.also, need.kind]
        toldAbove += 1
      } else if (rows.length < most(group.kind)) {
        const row = { ...need }
        if (only) rowOfMachine.set(only.id, row)
        rows.push(row)
      }
    }
    return { ...group, toldAbove, rows }
  })
}
