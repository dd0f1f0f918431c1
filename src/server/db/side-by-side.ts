/** Connections that one call may hold at once on several nodes, of the dozen of a process. */
const atOnce = 4

/**
 * Run independent reads of one call: a few side by side if tenants are distributed over several nodes (`spread`),
 * because there each read mostly waits for another node; otherwise one after the other, so that a call holds one
 * connection. After a failed read no further one starts.
 * @throws the first error of a read
 */
export async function readSideBySide(spread: boolean | undefined, reads: readonly (() => Promise<void>)[]) {
  const left = [...reads]
  const work = async () => {
    try {
      for (let read = left.shift(); read; read = left.shift()) await read()
    } catch (error) {
      left.length = 0
      throw error
    }
  }
  const lines: Promise<void>[] = []
  for (let line = 0; line < (spread ? atOnce : 1); line += 1) lines.push(work())
  await Promise.all(lines)
}
