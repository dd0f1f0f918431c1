import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encryptPassword } from './password-encryption.ts'
import { followsPasswordRule } from './password-rule.ts'

describe('the documented password rule', () => {
  test.each(['ColdFleet#26', 'abCD1!', 'aB!1cD密码', 'abCD1)'])('accepts %s', (password) => {
    expect(followsPasswordRule(password, 'documented')).toBe(true)
  })
  test.each([
    ['too short', 'aBcD1'],
    ['too long', 'abCD1!abCD1!abCD1'],
    ['no digit', 'abCD!!'],
    ['one lowercase letter, though twice', 'aaCD1!'],
    ['one uppercase letter, though twice', 'abCC1!'],
    ['no special character', 'abCD11'],
    ['a special character that is not in the list', 'abCD1-'],
    ['a space at an end', ' abCD1!'],
  ])('refuses a password with %s', (_, password) => {
    expect(followsPasswordRule(password, 'documented')).toBe(false)
  })
})

test('decrypt any password from its RSA blocks unchanged', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const unwrap = (text: string) => {
    const cipher = Buffer.from(text, 'base64')
    const parts: Buffer[] = []
    for (let offset = 0; offset < cipher.length; offset += 128) {
      const block = privateDecrypt(
        { key: privateKey, padding: constants.RSA_NO_PADDING },
        cipher.subarray(offset, offset + 128),
      )
      expect(block.subarray(0, 2)).toEqual(Buffer.from([0, 2]))
      parts.push(block.subarray(block.indexOf(0, 2) + 1))
    }
    return Buffer.concat(parts).toString('utf8')
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (password) => {
      expect(unwrap(encryptPassword(pem, password))).toBe(password)
    }),
    { numRuns: 50 },
  )
})
