import { fstatSync, writeSync } from 'node:fs'
import { CliFailure } from './failure.ts'

const descriptor = 1
const problemOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
const unwritable = (error: unknown) =>
  new CliFailure('cli.fileUnwritable', { path: '/dev/stdout', problem: problemOf(error) })

/** Files and devices are written to directly: a short write to a full disk is an error here, and none of Node's own stream. */
function isDirect(): boolean {
  try {
    const known = fstatSync(descriptor)
    return known.isFile() || (known.isCharacterDevice() && !process.stdout.isTTY)
  } catch {
    return false
  }
}

let failure: Error | null = null
const hasLeft = (error: Error): boolean => 'code' in error && error.code === 'EPIPE'

/** Keeps what goes wrong with a pipe or a terminal, so that it does not end the process in the middle of its work. */
export function watchStandardOutput(): void {
  process.stdout.on('error', (error) => {
    failure ??= error
  })
}

/** Whether the reader of the pipe, such as `| head`, has closed it: no failure, and what follows is written to nobody. */
export const readerLeft = (): boolean => failure !== null && hasLeft(failure)

/** @throws CliFailure when something that was written did not arrive */
export function checkStandardOutput(): void {
  if (failure && !hasLeft(failure)) throw unwritable(failure)
}

function writeDirectly(chunk: string | Uint8Array): void {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
  } catch (error) {
    throw unwritable(error)
  }
}

/** Writes text. @throws CliFailure when a file or a device does not take all of it */
export function printText(text: string): void {
  if (isDirect()) writeDirectly(text)
  else process.stdout.write(text)
}

/** Writes a chunk and waits until it is taken. @throws CliFailure when it is not, except by a reader that has left */
export async function writeStandardOutput(chunk: string | Uint8Array): Promise<void> {
  if (isDirect()) writeDirectly(chunk)
  else await new Promise<void>((resolve) => process.stdout.write(chunk, () => resolve()))
  checkStandardOutput()
}
