import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CliFailure } from './failure.ts'

async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

/** The bytes of a file, or of standard input for `-`. @throws CliFailure when it cannot be read */
export async function readInput(path: string): Promise<Buffer> {
  if (path === '-') return standardInput()
  try {
    return await readFile(path)
  } catch (error) {
    throw new CliFailure('cli.fileMissing', { path, problem: error instanceof Error && 'code' in error ? String(error.code) : String(error) })
  }
}

/** UTF-8 with or without a mark, else GB18030, as spreadsheets in China write. */
export async function decodeText(bytes: Buffer): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const { default: iconv } = await import('iconv-lite')
    return iconv.decode(bytes, 'gb18030')
  }
}

let lines: string[] | null = null

/** A password from standard input (its next line), or typed unseen at a prompt; never from the arguments, which every user of the machine can read. */
export async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) {
    lines ??= (await standardInput()).toString('utf8').split('\n')
    return (lines.shift() ?? '').replace(/\r$/, '')
  }
  process.stderr.write(prompt)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
