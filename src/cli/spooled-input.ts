import { access, constants, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unreadable, wrongUse } from './failure.ts'
import { namedPipe } from './input.ts'
import { onInterrupt } from './interrupt.ts'
import { writeOut } from './output.ts'

/** Can a path be read again from its beginning, unlike a pipe? @throws CliFailure if it cannot be read at all */
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
 * Run `work` on a file: the one at `path`, or a copy of standard input (`-`) or a pipe, kept during the work because it
 * is read twice. @throws CliFailure before the work for a path that cannot be read
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
