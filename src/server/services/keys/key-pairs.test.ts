import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openKeyFolder } from './key-files.ts'
import { openKeyPairs } from './key-pairs.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-pairs-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('Notice a rotation by another process that happens while the keys are being read', () => {
  const folder = openKeyFolder(dataDir)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  let isRotated = false
  // The other process replaces the key between our reading of it and of the former ones.
  const read = (name: string) => {
    if (!isRotated) folder.replace('rsa-1024.pem', pem, new Date(Date.now() + 60_000))
    isRotated = true
    return folder.read(name)
  }
  const pairs = openKeyPairs({ ...folder, read }, 1024, () => new Date())
  expect(pairs.publicKey().pem).toBe(publicKey.export({ type: 'spki', format: 'pem' }).toString())
})
