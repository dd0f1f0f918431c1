import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openKeyFolder } from './key-files.ts'

const mounted = vi.hoisted(() => ({ readOnly: false }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const refused = <Call extends (...given: never[]) => unknown>(call: Call) =>
    ((...given: Parameters<Call>) => {
      if (mounted.readOnly) throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
      return call(...given)
    }) as Call
  const given = { ...real, chmodSync: refused(real.chmodSync), writeFileSync: refused(real.writeFileSync) }
  return { ...given, default: given }
})

const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-mounted-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('a folder of keys that is mounted read-only is read, whatever its permissions, and never changed', () => {
  mkdirSync(join(dataDir, 'keys'), { mode: 0o755 })
  writeFileSync(join(dataDir, 'keys/pepper'), 'secret', { mode: 0o644 })
  mounted.readOnly = true
  const folder = openKeyFolder(dataDir)
  expect(folder.readOrMake('pepper', () => 'another').toString()).toBe('secret')
  expect(() => folder.readOrMake('links', () => 'made')).toThrow('EROFS')
  expect(() => folder.replace('pepper', 'another', new Date())).toThrow(expect.objectContaining({ code: 'KEYS_READ_ONLY' }))
})
