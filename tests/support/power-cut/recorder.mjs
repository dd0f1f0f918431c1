import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import threads from 'node:worker_threads'

/**
 * Loaded before any other module: record in RECORD_JOURNAL, in order, every change by any thread of this process to the
 * files below RECORD_ROOT, and every sync. A line of JSON for each step, followed by the number of bytes that it gives.
 */
const root = `${resolve(process.env.RECORD_ROOT ?? '')}/`
const real = { ...fs }
const journal = real.openSync(process.env.RECORD_JOURNAL ?? '', 'a')
const recorder = import.meta.url

/** One write for each step, so that the writes of two threads are never mixed. */
function note(step, bytes = Buffer.alloc(0)) {
  real.writeSync(journal, Buffer.concat([Buffer.from(`${JSON.stringify({ ...step, length: bytes.length })}\n`), bytes]))
}
const below = (path) =>
  typeof path === 'string' && resolve(path).startsWith(root) ? resolve(path).slice(root.length) : null
/** Open files below the root: their number, and the position of the next write without one. */
const open = new Map()

fs.openSync = (path, flags = 'r', mode) => {
  const name = below(path)
  const isNew = name !== null && !real.existsSync(path)
  const file = real.openSync(path, flags, mode)
  if (name === null) return file
  const { ino, size } = real.fstatSync(file)
  if (real.fstatSync(file).isDirectory()) return file
  if (isNew) note({ does: 'create', path: name, ino })
  else if (flags === 'w' || (typeof flags === 'number' && (flags & real.constants.O_TRUNC) !== 0))
    note({ does: 'truncate', ino, size: 0 })
  open.set(file, { ino, at: flags === 'a' ? size : 0 })
  return file
}
fs.closeSync = (file) => {
  open.delete(file)
  real.closeSync(file)
}
fs.writeSync = (file, content, ...given) => {
  const known = open.get(file)
  const written = real.writeSync(file, content, ...given)
  if (!known) return written
  const [offset, , position] = typeof content === 'string' ? [0] : given
  const bytes = Buffer.from(
    typeof content === 'string' ? content : new Uint8Array(content.buffer, content.byteOffset + (offset ?? 0), written),
  )
  const at = typeof position === 'number' ? position : known.at
  if (typeof position !== 'number') known.at += written
  note({ does: 'write', ino: known.ino, at }, bytes)
  return written
}
fs.fsyncSync = (file) => {
  real.fsyncSync(file)
  note({ does: 'sync', ino: open.get(file)?.ino ?? 0 })
}
fs.fdatasyncSync = fs.fsyncSync
fs.ftruncateSync = (file, size = 0) => {
  real.ftruncateSync(file, size)
  const known = open.get(file)
  if (known) note({ does: 'truncate', ino: known.ino, size })
}
fs.truncateSync = (path, size = 0) => {
  real.truncateSync(path, size)
  if (below(path) !== null) note({ does: 'truncate', ino: real.statSync(path).ino, size })
}
fs.writeFileSync = (path, content, options) => {
  if (below(path) === null) return real.writeFileSync(path, content, options)
  const file = fs.openSync(path, options?.flag ?? 'w', options?.mode)
  fs.writeSync(file, Buffer.from(content))
  if (options?.flush) fs.fsyncSync(file)
  fs.closeSync(file)
}
const removing = (call) => (path, options) => {
  const name = below(path)
  const isThere = name !== null && real.existsSync(path)
  call(path, options)
  if (isThere) note({ does: 'remove', path: name })
}
fs.unlinkSync = removing(real.unlinkSync)
fs.rmSync = removing(real.rmSync)
fs.rmdirSync = removing(real.rmdirSync)
fs.mkdirSync = (path, options) => {
  const made = real.mkdirSync(path, options)
  const name = below(path)
  if (name !== null) note({ does: 'folder', path: name })
  return made
}
fs.renameSync = (from, to) => {
  real.renameSync(from, to)
  if (below(from) !== null) note({ does: 'rename', path: below(from), to: below(to) })
}

if (threads.isMainThread) {
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(file, options) {
      // A program given as text ignores the modules in its options: it loads the recorder itself.
      if (options?.eval) super(`import('${recorder}').then(() => { ${file} })`, options)
      else super(file, { ...options, execArgv: ['--import', recorder] })
    }
  }
}
syncBuiltinESMExports()
