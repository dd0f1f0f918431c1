import { expect, test } from 'vitest'
import { followsPasswordRule, passwordPolicies } from '#shared/password-rule.ts'
import { initialPassword } from './initial-password.ts'

test.each(passwordPolicies)(
  'a first password keeps the rule "%s", is never the same and has no doubtful characters',
  (policy) => {
    const passwords = Array.from({ length: 200 }, () => initialPassword(policy))
    for (const password of passwords) {
      expect(followsPasswordRule(password, policy)).toBe(true)
      expect(password).not.toMatch(/[0O1lI]/)
    }
    expect(new Set(passwords).size).toBe(passwords.length)
  },
)
