/** The password rules of a deployment: the documented composition, or only the length. */
export const passwordPolicies = ['documented', 'nist'] as const
export type PasswordPolicy = (typeof passwordPolicies)[number]
/** The text that explains the rule. */
export const passwordRuleWord = { documented: 'password.rule', nist: 'password.ruleNist' } as const satisfies Record<
  PasswordPolicy,
  string
>
/** Characters of a password under the policy `nist`, whatever they are. Source: NIST SP 800-63B-4, 3.1.1.2 */
const nistLength = { least: 15, most: 64 }
/** Return the maximum length of a field for a new password. */
export const longestPassword = (policy: PasswordPolicy): number => (policy === 'nist' ? nistLength.most : 16)

/** Maximum length of a field for an existing password, under whichever rule it was set. */
export const longestTypedPassword = 200

const specialCharacters = '!@#$%^&*?()'
const countOf = (text: string, pattern: RegExp) => new Set(text.match(pattern) ?? []).size

/**
 * Check a new password against the documented rule: 6 to 16 characters with at least 1 digit, 2 different lowercase and
 * 2 different uppercase letters and 1 of ! @ # $ % ^ & * ? ( ); other characters are allowed, but no space at the ends.
 * Source: R195, R197. Under `nist` only the length counts: 15 to 64, without cutting or trimming.
 */
export function followsPasswordRule(password: string, policy: PasswordPolicy): boolean {
  const length = [...password].length
  if (policy === 'nist') return length >= nistLength.least && length <= nistLength.most
  return (
    length >= 6 &&
    length <= 16 &&
    password.trim() === password &&
    countOf(password, /[0-9]/g) >= 1 &&
    countOf(password, /[a-z]/g) >= 2 &&
    countOf(password, /[A-Z]/g) >= 2 &&
    [...password].some((character) => specialCharacters.includes(character))
  )
}
