/** Connections that one call may hold at once on several nodes, of the dozen of a process. */
const atOnce = 4

/**
 * Return the values of independent reads of one call, in their order: a few reads side by side if tenants are distributed
 * over several nodes (`spread`), because there each read mostly waits for another node; otherwise one after the other,
 * so that a call holds one connection. After a failed read no further one starts.
 * @throws the first error of a read
 */
export async function readSideBySide<Values extends readonly unknown[]>(
  spread: boolean | undefined,
  reads: readonly [...{ [At in keyof Values]: () => Promise<Values[At]> }],
): Promise<Values> {
  const left = [...reads.entries()]
  const values: unknown[] = []
  const work = async () => {
    try {
      for (let next = left.shift(); next; next = left.shift()) values[next[0]] = await next[1]()
    } catch (error) {
      left.length = 0
      throw error
    }
  }
  const lines: Promise<void>[] = []
  for (let line = 0; line < (spread ? atOnce : 1); line += 1) lines.push(work())
  await Promise.all(lines)
  return values as unknown as Values
}
