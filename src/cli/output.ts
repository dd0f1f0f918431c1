import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { FilePart } from '#shared/files.ts'
import { CliFailure } from './failure.ts'

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
/** What is for people only, so that standard output stays clean for programs. */
export const remark = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
export const sayJson = (value: unknown): void => say(JSON.stringify(value, null, 2))

/** Chinese characters take two columns of a terminal. */
const width = (text: string) =>
  [...text].reduce((sum, character) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(character) ? 2 : 1), 0)

/** Rows in columns. */
export function sayTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = []
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell))
  for (const row of rows) say(row.map((cell, index) => (index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - width(cell)))).join('  '))
}

type Sink = { write(chunk: string | Uint8Array): Promise<void>; end(): Promise<void>; drop(): Promise<void> }

let readerLeft = false
/** `| head` closes the pipe: that is no failure, and what follows is written to nobody. */
export function allowReaderToLeave(): void {
  process.stdout.on('error', () => {
    readerLeft = true
  })
}

function standardOutput(): Sink {
  return {
    write: (chunk) => new Promise((resolve) => process.stdout.write(chunk, () => resolve())),
    end: async () => undefined,
    drop: async () => undefined,
  }
}

/** A file appears under its name only when it is whole. */
async function fileSink(path: string): Promise<Sink> {
  const draft = `${path}.part`
  const stream = createWriteStream(draft, { mode: 0o600 })
  const unwritable = (error: unknown) => new CliFailure('cli.fileUnwritable', { path, problem: error instanceof Error ? error.message : String(error) })
  await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', (error) => reject(unwritable(error))))
  return {
    write: (chunk) => new Promise((resolve, reject) => stream.write(chunk, (error) => (error ? reject(unwritable(error)) : resolve()))),
    async end() {
      stream.end()
      await finished(stream)
      await rename(draft, path).catch((error: unknown) => {
        throw unwritable(error)
      })
    },
    async drop() {
      stream.destroy()
      await rm(draft, { force: true })
    },
  }
}

/** Writes chunks to `path`, or to standard output for `-`; half a file is removed. @returns bytes written */
export async function writeOut(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<number> {
  const sink = path === '-' ? standardOutput() : await fileSink(path)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
      await sink.write(chunk)
      if (path === '-' && readerLeft) break
    }
    await sink.end()
  } catch (error) {
    await sink.drop()
    throw error
  }
  return bytes
}

/** The content of a file that a procedure sends in parts. Reads its first part at once: the tRPC client loses a short stream that nobody has begun to read when it ends. */
export function contentOf(parts: AsyncIterable<FilePart>): AsyncGenerator<string | Uint8Array, void, unknown> {
  const reader = parts[Symbol.asyncIterator]()
  const first = reader.next()
  // Whoever iterates meets the error; until then it must not end the process.
  first.catch(() => undefined)
  return (async function* () {
    try {
      for (let next = await first; !next.done; next = await reader.next()) {
        if ('text' in next.value) yield next.value.text
        else if ('base64' in next.value) yield Buffer.from(next.value.base64, 'base64')
      }
    } finally {
      await reader.return?.()
    }
  })()
}
