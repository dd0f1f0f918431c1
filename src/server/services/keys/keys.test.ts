import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { encryptPassword } from '#shared/password-encryption.ts'
import { createKeys } from './keys.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-keys-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const keys = createKeys({ dataDir, rsaBits: 1024 })
const { pem } = keys.publicKey()
const base64 = (bytes: Buffer) => bytes.toString('base64')

test('Decrypt what was encrypted for this deployment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (password) => {
      expect(keys.decrypt(encryptPassword(pem, password))).toBe(password)
    }),
    { numRuns: 30 },
  )
})

test('Accept the same documented blocks with a 2048-bit key', () => {
  const strong = createKeys({ dataDir, rsaBits: 2048 })
  const password =
    'ColdFleet#26 and a text that is longer than one block of one hundred and seventeen bytes, by some characters at least: 密码'
  expect(strong.decrypt(encryptPassword(strong.publicKey().pem, password))).toBe(password)
  expect(strong.publicKey().keyId).not.toBe(keys.publicKey().keyId)
})

test('Refuse a malformed encrypted password without a reason', () => {
  const wrapped = Buffer.from(encryptPassword(pem, 'ColdFleet#26'), 'base64')
  const flipped = Buffer.from(wrapped)
  flipped[127] = (flipped[127] ?? 0) ^ 1
  const other = createKeys({ dataDir, rsaBits: 1280 })
  const wrong = [
    '',
    'ColdFleet#26',
    '!!!!',
    base64(Buffer.alloc(128)),
    base64(Buffer.alloc(128, 0xff)),
    base64(randomBytes(128)),
    base64(wrapped.subarray(1)),
    base64(flipped),
    base64(Buffer.concat([wrapped, wrapped, wrapped, wrapped, wrapped])),
    encryptPassword(other.publicKey().pem, 'ColdFleet#26'),
    encryptPassword(pem, ''),
  ]
  for (const text of wrong) expect(keys.decrypt(text)).toBeNull()
})

test('Keep keys across a restart, readable by their owner alone', () => {
  const again = createKeys({ dataDir, rsaBits: 1024 })
  expect(again.publicKey()).toEqual(keys.publicKey())
  expect(again.pepper).toEqual(keys.pepper)
  expect(again.terminalToken).toBe(keys.terminalToken)
  expect(readFileSync(join(dataDir, 'keys/terminal.token'), 'utf8')).toBe(keys.terminalToken)
  expect(Buffer.from(keys.terminalToken, 'base64url')).toHaveLength(32)
  expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700)
  for (const name of ['rsa-1024.pem', 'pepper', 'terminal.token'])
    expect(statSync(join(dataDir, 'keys', name)).mode & 0o777).toBe(0o600)
})

test('Accept both keys for a day after a rotation in every process, then only the new key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-keys-'))
  const time = { now: Date.parse('2026-11-20T04:00:00Z') }
  const open = () => createKeys({ dataDir: folder, rsaBits: 1024 }, () => new Date(time.now))
  const [one, other] = [open(), open()]
  const before = one.publicKey()
  const old = encryptPassword(before.pem, 'ColdFleet#26')
  const recorded: string[] = []
  await expect(one.rotate(() => Promise.reject(new Error('the log cannot be written')))).rejects.toThrow('the log')
  expect(other.publicKey()).toEqual(before)
  const { keyId, previousUntil } = await one.rotate(async (id) => void recorded.push(id))
  expect(recorded).toEqual([keyId])
  expect(keyId).not.toBe(before.keyId)
  expect(previousUntil.getTime() - time.now).toBe(24 * 60 * 60_000)
  for (const keys of [one, other, open()]) {
    expect(keys.publicKey().keyId).toBe(keyId)
    expect(keys.decrypt(old)).toBe('ColdFleet#26')
    expect(keys.decrypt(encryptPassword(keys.publicKey().pem, 'Frost#Pine88'))).toBe('Frost#Pine88')
  }
  expect(statSync(join(folder, 'keys/rsa-1024.previous.pem')).mode & 0o777).toBe(0o600)
  time.now = previousUntil.getTime()
  for (const keys of [one, other]) expect(keys.decrypt(old)).toBeNull()
  rmSync(folder, { recursive: true, force: true })
})

test('Accept every key of the last 24 hours after several rotations', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-keys-'))
  const time = { now: Date.parse('2026-11-20T04:00:00Z') }
  const keys = createKeys({ dataDir: folder, rsaBits: 1024 }, () => new Date(time.now))
  const wrapped: { text: string; readUntil: number }[] = []
  const hour = 60 * 60_000
  for (let rotation = 0; rotation < 3; rotation += 1) {
    const text = encryptPassword(keys.publicKey().pem, `ColdFleet#${rotation}`)
    time.now += 10 * hour
    const { previousUntil } = await keys.rotate(async () => undefined)
    wrapped.push({ text, readUntil: previousUntil.getTime() })
    for (const [index, one] of wrapped.entries())
      expect(keys.decrypt(one.text)).toBe(time.now < one.readUntil ? `ColdFleet#${index}` : null)
  }
  // The first two are 20 and 10 hours old, and a new process still accepts them.
  const later = createKeys({ dataDir: folder, rsaBits: 1024 }, () => new Date(time.now))
  expect(wrapped.map(({ text }) => later.decrypt(text))).toEqual(['ColdFleet#0', 'ColdFleet#1', 'ColdFleet#2'])
  time.now += 5 * hour
  expect(later.decrypt(wrapped[0]?.text ?? '')).toBeNull()
  rmSync(folder, { recursive: true, force: true })
})
