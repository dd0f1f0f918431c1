import { expect, test } from 'vitest'
import { followsPasswordRule, passwordPolicies } from '#shared/password-rule.ts'
import { initialPassword } from './initial-password.ts'

test.each(passwordPolicies)(
  'Follow the rule "%s", differ each time and use no ambiguous characters in a first password',
  (policy) => {
    const passwords = Array.from({ length: 200 }, () => initialPassword(policy))
    for (const password of passwords) {
      expect(followsPasswordRule(password, policy)).toBe(true)
      expect(password).not.toMatch(/[0O1lI]/)
    }
    expect(new Set(passwords).size).toBe(passwords.length)
  },
)
