import fs, { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openKeyFolder } from './key-files.ts'

const { chmodSync, writeFileSync } = fs
const refused = () => {
  throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
}
/** Make `node:fs` writable or read-only for every import, including modules that are loaded already. */
function mount(isReadOnly: boolean): void {
  Object.assign(fs, isReadOnly ? { chmodSync: refused, writeFileSync: refused } : { chmodSync, writeFileSync })
  syncBuiltinESMExports()
}

const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-mounted-'))
afterEach(() => mount(false))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('Read keys from a read-only mount, whatever its permissions, and never change it', () => {
  mkdirSync(join(dataDir, 'keys'), { mode: 0o755 })
  writeFileSync(join(dataDir, 'keys/pepper'), 'secret', { mode: 0o644 })
  mount(true)
  const folder = openKeyFolder(dataDir)
  expect(folder.readOrMake('pepper', () => 'another').toString()).toBe('secret')
  expect(() => folder.readOrMake('links', () => 'made')).toThrow('EROFS')
  expect(() => folder.replace('pepper', 'another', new Date())).toThrow(
    expect.objectContaining({ code: 'KEYS_READ_ONLY' }),
  )
})
