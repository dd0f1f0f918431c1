import { access, constants, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unreadable, wrongUse } from './failure.ts'
import { namedPipe } from './input.ts'
import { onInterrupt } from './interrupt.ts'
import { writeOut } from './output.ts'

/** Whether a path can be read again from its beginning, as a pipe cannot. @throws CliFailure for one that cannot be read at all */
async function isLasting(path: string): Promise<boolean> {
  try {
    const found = await stat(path)
    await access(path, constants.R_OK)
    if (!found.isDirectory()) return found.isFile()
  } catch (error) {
    throw unreadable(path, error)
  }
  throw wrongUse('cli.fileMissing', { path, problem: 'EISDIR' })
}

/**
 * Runs `work` on a file: the one that `path` names, or a copy of what comes from standard input (`-`) or a pipe, kept for the time of the work
 * because it is read twice. @throws CliFailure before the work for a path that cannot be read
 */
export async function withInputFile<Result>(path: string, work: (file: string) => Promise<Result>): Promise<Result> {
  if (path !== '-' && (await isLasting(path))) return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'coldfleet-input-'))
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  const forget = onInterrupt(remove)
  try {
    const file = join(folder, 'input')
    await writeOut(file, path === '-' ? process.stdin : namedPipe(path))
    return await work(file)
  } finally {
    forget()
    await remove()
  }
}
