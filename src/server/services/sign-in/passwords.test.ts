import { hash as argon2 } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ pepper: Buffer.alloc(32, 1) })

test("Verify a password with its own hash only, and only with this deployment's pepper", async () => {
  const hash = await passwords.hash('ColdFleet#26')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(hash, 'ColdFleet#26')).toBe(true)
  expect(await passwords.verify(hash, 'ColdFleet#27')).toBe(false)
  expect(await createPasswords({ pepper: Buffer.alloc(32, 2) }).verify(hash, 'ColdFleet#26')).toBe(false)
})

test('Refuse every password without a hash, or with a broken one', async () => {
  expect(await passwords.verify(null, 'no password has this text')).toBe(false)
  expect(await passwords.verify('-', '-')).toBe(false)
})

test('Rehash a password that was hashed with other parameters', async () => {
  expect(passwords.outdated(await passwords.hash('x'))).toBe(false)
  expect(passwords.outdated(await argon2('x', { memoryCost: 8_192 }))).toBe(true)
  expect(passwords.outdated('-')).toBe(true)
})

test("Refuse sign-ins beyond the queue's limit instead of slowing all of them down", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(null, 'x')))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(6)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'BUSY', details: { retryAfterSeconds: 2 } })
})
