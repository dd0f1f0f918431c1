import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const Step = z.discriminatedUnion('does', [
  z.object({ does: z.literal('create'), path: z.string(), ino: z.number(), length: z.number() }),
  z.object({ does: z.literal('truncate'), ino: z.number(), size: z.number(), length: z.number() }),
  z.object({ does: z.literal('write'), ino: z.number(), at: z.number(), length: z.number() }),
  z.object({ does: z.literal('sync'), ino: z.number(), length: z.number() }),
  z.object({ does: z.literal('remove'), path: z.string(), length: z.number() }),
  z.object({ does: z.literal('folder'), path: z.string(), length: z.number() }),
  z.object({ does: z.literal('rename'), path: z.string(), to: z.string(), length: z.number() }),
  /** A write of the test has been acknowledged. */
  z.object({ does: z.literal('acknowledge'), entry: z.number(), length: z.number() }),
])
export type JournalStep = z.output<typeof Step> & { bytes: Buffer }

/** Read the journal of `recorder.mjs`. */
export function readJournal(path: string): JournalStep[] {
  const content = readFileSync(path)
  const steps: JournalStep[] = []
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(10, at)
    const step = Step.parse(JSON.parse(content.toString('utf8', at, end)))
    steps.push({ ...step, bytes: content.subarray(end + 1, end + 1 + step.length) })
    at = end + 1 + step.length
  }
  return steps
}

/** Number the files of a folder, before the first step. */
export function numberFiles(folder: string): Map<number, string> {
  const numbers = new Map<number, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) numbers.set(statSync(path).ino, path.slice(folder.length + 1))
  }
  return numbers
}

export type Cut = {
  /** The power fails before this step. */
  at: number
  /** Whether some blocks of unsynced writes have reached the disk; otherwise none. */
  torn: boolean
  /** Reproducible numbers from 0 to 1. */
  random: () => number
}

const blockBytes = 4_096

/** Apply a write to a file; of a torn one only some blocks arrive. */
function place(content: Buffer, at: number, bytes: Buffer, arrives: () => boolean): Buffer {
  let grown = content
  for (let from = 0; from < bytes.length; ) {
    const length = Math.min(bytes.length - from, blockBytes - ((at + from) % blockBytes))
    if (arrives()) {
      const end = at + from + length
      if (end > grown.length) grown = Buffer.concat([grown, Buffer.alloc(end - grown.length)])
      bytes.copy(grown, at + from, from, from + length)
    }
    from += length
  }
  return grown
}

const resized = (content: Buffer, size: number) =>
  size <= content.length ? content.subarray(0, size) : Buffer.concat([content, Buffer.alloc(size - content.length)])

/**
 * Turn `folder`, a copy of the state before the first step, into the state after a loss of power: every synced write,
 * and none or some of the others. Names (files created, renamed, removed, truncated) are kept in order up to the newest
 * sync, as in file systems with a journal, and perhaps some of those after it.
 */
export function applyCut(
  folder: string,
  numbers: ReadonlyMap<number, string>,
  steps: readonly JournalStep[],
  { at, torn, random }: Cut,
): void {
  const until = steps.slice(0, at)
  const lastSync = until.findLastIndex(({ does }) => does === 'sync')
  const names = torn ? lastSync + Math.floor(random() * (at - lastSync)) : lastSync
  const syncedUntil = new Map<number, number>()
  for (const [index, step] of until.entries()) if (step.does === 'sync') syncedUntil.set(step.ino, index)
  const paths = new Map(numbers)
  const contents = new Map<number, Buffer>()
  const contentOf = (ino: number): Buffer => {
    const path = paths.get(ino)
    return contents.get(ino) ?? (path === undefined ? Buffer.alloc(0) : readFileSync(join(folder, path)))
  }
  const flush = (ino: number) => {
    const path = paths.get(ino)
    const content = contents.get(ino)
    if (path !== undefined && content) writeFileSync(join(folder, path), content)
  }
  const numberOf = (path: string) => [...paths].find(([, known]) => known === path)?.[0]
  for (const [index, step] of until.entries()) {
    if (step.does === 'write') {
      const isSafe = (syncedUntil.get(step.ino) ?? -1) > index
      if (isSafe || torn)
        contents.set(
          step.ino,
          place(contentOf(step.ino), step.at, step.bytes, () => isSafe || random() < 0.5),
        )
    } else if (step.does === 'sync' || step.does === 'acknowledge' || index > names) continue
    else if (step.does === 'create') {
      paths.set(step.ino, step.path)
      contents.set(step.ino, Buffer.alloc(0))
      mkdirSync(dirname(join(folder, step.path)), { recursive: true })
      flush(step.ino)
    } else if (step.does === 'truncate') contents.set(step.ino, resized(contentOf(step.ino), step.size))
    else if (step.does === 'folder') mkdirSync(join(folder, step.path), { recursive: true })
    else if (step.does === 'remove') {
      const ino = numberOf(step.path)
      if (ino !== undefined) paths.delete(ino)
      rmSync(join(folder, step.path), { recursive: true, force: true })
    } else {
      const ino = numberOf(step.path)
      const replaced = numberOf(step.to)
      if (replaced !== undefined) paths.delete(replaced)
      if (ino === undefined) continue
      flush(ino)
      renameSync(join(folder, step.path), join(folder, step.to))
      paths.set(ino, step.to)
    }
  }
  for (const ino of contents.keys()) flush(ino)
}
