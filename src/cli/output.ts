import type { FilePart } from '#shared/files.ts'
import { printText, readerLeft, writeStandardOutput } from './standard-output.ts'
import { fileSink, type Sink } from './write-file.ts'

export const say = (line: string): void => printText(`${line}\n`)

let quiet = false
/** Set whether remarks and progress are left out; called once, for `--quiet`. */
export const setQuiet = (wished: boolean): void => {
  quiet = wished
}
export const isQuiet = (): boolean => quiet

/**
 * Print a message for people to standard error, so that standard output stays clean for programs; left out by
 * `--quiet`.
 */
export const remark = (line: string): void => {
  if (!quiet) process.stderr.write(`${line}\n`)
}
/** Print a refusal or an important message, even with `--quiet`. */
export const warn = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Format one object as JSON for `path`: on one line for programs and files, indented on a terminal. */
export const jsonFor = (path: string, value: unknown): string =>
  isStandardOutput(path) && process.stdout.isTTY ? JSON.stringify(value, null, 2) : JSON.stringify(value)
export const sayJson = (value: unknown): void => say(jsonFor('-', value))
/** Print a list as JSON lines. */
export const sayJsonLines = (rows: readonly unknown[]): void => {
  for (const row of rows) say(JSON.stringify(row))
}

/** Chinese characters take two columns of a terminal. */
const width = (text: string) =>
  [...text].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(character) ? 2 : 1),
    0,
  )

/** Print rows in columns. */
export function sayTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell))
  for (const row of rows)
    say(
      row
        .map((cell, index) => (index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - width(cell))))
        .join('  '),
    )
}

const standardOutput: Sink = { write: writeStandardOutput, end: async () => undefined, drop: async () => undefined }

/** Names of standard output: written through this process's own stream, so that the order of output is kept. */
const standardOutputs = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']
export const isStandardOutput = (path: string): boolean => standardOutputs.includes(path)

/** Write chunks to `path`, or to standard output for `-`; an incomplete file is removed. @returns bytes written */
export async function writeOut(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<number> {
  const toStandardOutput = isStandardOutput(path)
  const sink = toStandardOutput ? standardOutput : await fileSink(path)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
      await sink.write(chunk)
      if (toStandardOutput && readerLeft()) break
    }
    await sink.end()
  } catch (error) {
    await sink.drop()
    throw error
  }
  return bytes
}

/**
 * Return the content of a file that a procedure sends in parts. The first part is read at once: the tRPC client loses a
 * short stream that ends before a reader starts.
 */
export function contentOf(parts: AsyncIterable<FilePart>): AsyncGenerator<string | Uint8Array, void, unknown> {
  const reader = parts[Symbol.asyncIterator]()
  const first = reader.next()
  // The reader receives the error; until then it must not end the process.
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
