import { hash as argon2 } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ pepper: Buffer.alloc(32, 1) })

test('a password fits its own hash and no other, and only with the pepper of this deployment', async () => {
  const hash = await passwords.hash('ColdFleet#26')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(hash, 'ColdFleet#26')).toBe(true)
  expect(await passwords.verify(hash, 'ColdFleet#27')).toBe(false)
  expect(await createPasswords({ pepper: Buffer.alloc(32, 2) }).verify(hash, 'ColdFleet#26')).toBe(false)
})

test('nobody signs in as nobody, and a broken hash fits nothing', async () => {
  expect(await passwords.verify(null, 'no password has this text')).toBe(false)
  expect(await passwords.verify('-', '-')).toBe(false)
})

test('a hash with other parameters is made anew', async () => {
  expect(passwords.outdated(await passwords.hash('x'))).toBe(false)
  expect(passwords.outdated(await argon2('x', { memoryCost: 8_192 }))).toBe(true)
  expect(passwords.outdated('-')).toBe(true)
})

test('more sign-ins than can wait are told to come back instead of making all of them slow', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(null, 'x')))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(6)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'BUSY', details: { retryAfterSeconds: 2 } })
})
