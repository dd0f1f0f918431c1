import { isUtf8 } from 'node:buffer'
import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { unmarkedUtf16 } from '#shared/tables/unmarked-utf16.ts'
import { CliFailure, unreadable, wrongUse } from './failure.ts'

async function gathered(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const standardInput = (): Promise<Buffer> => gathered(process.stdin)

/**
 * Read a named pipe in another process: waiting for its writer in this process would block a thread, and with it the
 * end of the process.
 */
export async function* namedPipe(path: string): AsyncGenerator<Buffer, void, unknown> {
  const reader = spawn('cat', ['--', path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () => void reader.kill()
  process.once('exit', stop)
  try {
    for await (const chunk of reader.stdout) yield Buffer.from(chunk as Uint8Array)
  } finally {
    stop()
    process.removeListener('exit', stop)
  }
}

/** Return the bytes of a file, or of standard input for `-`. @throws CliFailure if it cannot be read */
export async function readInput(path: string): Promise<Buffer> {
  if (path === '-') return standardInput()
  try {
    return (await stat(path)).isFIFO() ? await gathered(namedPipe(path)) : await readFile(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * Decode UTF-16 with or without a byte order mark, UTF-8 with or without one, else GB18030, the encoding of Chinese
 * spreadsheets. A damaged UTF-8 file may be valid GB18030, and its names would be stored as other characters: if most
 * of the Chinese is valid UTF-8, the file is UTF-8.
 * @throws CliFailure for a file that is valid in neither
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const unmarked = unmarkedUtf16(bytes)
  if (unmarked) return new TextDecoder(unmarked).decode(bytes)
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  const lost = isUtf8(bytes) ? 0 : count(text, /\uFFFD/g)
  if (lost === 0) return text
  if (count(text, /\p{Script=Han}/gu) >= lost) throw wrongUse('cli.notWhole')
  try {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
  } catch {
    throw wrongUse('cli.notWhole')
  }
}

let lines: string[] | null = null

/**
 * Read a password from standard input (its next line), or from a prompt without echo; never from the arguments, which
 * every user of the machine can read.
 */
export async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) {
    lines ??= (await standardInput()).toString('utf8').split('\n')
    return (lines.shift() ?? '').replace(/\r$/, '')
  }
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true })
  // Asked when the reader has the keys: one that is pressed before would be for the terminal.
  process.stderr.write(prompt)
  // The reader takes Ctrl-C from the terminal: pass it on, so that it ends the process as anywhere else.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await reader.question('')
  } catch (error) {
    // Ctrl-D
    throw error instanceof Error && error.name === 'AbortError' ? new CliFailure('cli.cancelled') : error
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
