import { fstatSync, writeSync } from 'node:fs'
import { codeOf, reasonOf } from '#shared/error-code.ts'
import { CliFailure } from './failure.ts'

const descriptor = 1
const unwritable = (error: unknown) =>
  new CliFailure('cli.fileUnwritable', { path: '/dev/stdout', problem: reasonOf(error) })

/**
 * Write to files and devices directly: an incomplete write to a full disk is an error here, but not in Node's own
 * stream.
 */
function isDirect(): boolean {
  try {
    const known = fstatSync(descriptor)
    return known.isFile() || (known.isCharacterDevice() && !process.stdout.isTTY)
  } catch {
    return false
  }
}

let failure: Error | null = null
const hasLeft = (error: Error): boolean => codeOf(error) === 'EPIPE'

/** Record errors of a pipe or a terminal, so that they do not end the process in the middle of its work. */
export function watchStandardOutput(): void {
  process.stdout.on('error', (error) => {
    failure ??= error
  })
}

/** Has the reader of the pipe, such as `| head`, closed it? That is not a failure, and further output is discarded. */
export const readerLeft = (): boolean => failure !== null && hasLeft(failure)

/** @throws CliFailure if any output was lost */
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

/** Write text. @throws CliFailure if a file or a device does not accept all of it */
export function printText(text: string): void {
  if (isDirect()) writeDirectly(text)
  else process.stdout.write(text)
}

/** Write a chunk and wait until it is accepted. @throws CliFailure if it is not, except by a reader that has left */
export async function writeStandardOutput(chunk: string | Uint8Array): Promise<void> {
  if (isDirect()) writeDirectly(chunk)
  else await new Promise<void>((resolve) => process.stdout.write(chunk, () => resolve()))
  checkStandardOutput()
}
