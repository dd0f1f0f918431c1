import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Change `count` bytes of a file at `position`, like a failing disk. */
export function flipBytes(path: string, position: number, count = 16): void {
  const file = openSync(path, 'r+')
  const bytes = Buffer.alloc(count)
  readSync(file, bytes, 0, count, position)
  writeSync(
    file,
    bytes.map((byte) => byte ^ 0xa5),
    0,
    count,
    position,
  )
  closeSync(file)
}
