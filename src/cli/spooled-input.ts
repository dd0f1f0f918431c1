import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onInterrupt } from './interrupt.ts'
import { writeOut } from './output.ts'

/** Runs `work` on a file: the one that `path` names, or for `-` standard input, kept for the time of the work because it is read twice. */
export async function withInputFile<Result>(path: string, work: (file: string) => Promise<Result>): Promise<Result> {
  if (path !== '-') return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'coldfleet-input-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const forget = onInterrupt(remove)
  try {
    const file = join(folder, 'input')
    await writeOut(file, process.stdin)
    return await work(file)
  } finally {
    forget()
    await remove()
  }
}
