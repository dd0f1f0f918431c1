import type { Config } from '#server/config.ts'
import type { Word } from '#shared/i18n/index.ts'
import { followsPasswordRule, passwordRuleWord } from '#shared/password-rule.ts'
import { commonPasswords } from './common-passwords.ts'

const product = 'coldfleet'
/** A shorter name would refuse too many passwords. */
const shortestName = 4
const shortestChineseName = 2

const looksLike: Record<string, string> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
}
const plainLetters = (text: string) => [...text].map((character) => looksLike[character] ?? character).join('')
const withoutEnds = (text: string) => text.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')

/**
 * Return whether a password is a common one, also in capitals, with digits and signs around it, or with signs for
 * letters.
 */
function isCommon(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const bare = withoutEnds(lower)
  // "p@ssw0rd1!" loses its end before its signs become letters.
  return [lower, bare, plainLetters(bare), plainLetters(withoutEnds(plainLetters(bare)))].some(
    (form) => form.length > 2 && commonPasswords.has(form),
  )
}

const namesIn = (words: readonly (string | null | undefined)[]) =>
  words
    .map((name) => name?.normalize('NFKC').trim().toLowerCase() ?? '')
    .filter((name) => [...name].length >= (/\p{Script=Han}/u.test(name) ? shortestChineseName : shortestName))

/** `own` = the user chooses it; a first password, set by another person, must be changed anyway. */
export type PasswordContext = { words: readonly (string | null | undefined)[]; own: boolean }

/**
 * Return why a password is refused, as a word for people; null when it is accepted. Check the rule of the deployment,
 * then the list of common passwords, then guesses for this person: the user name, the phone, the company, and the
 * product. Source: trust.md row 5
 */
export function passwordProblem(
  password: string,
  config: Pick<Config, 'passwordPolicy' | 'brandText'>,
  { words, own }: PasswordContext,
): Word | null {
  if (!followsPasswordRule(password, config.passwordPolicy)) return passwordRuleWord[config.passwordPolicy]
  if (isCommon(password)) return 'password.common'
  const lower = password.normalize('NFKC').toLowerCase()
  const names = namesIn([...words, ...(own ? [product, config.brandText] : [])])
  return names.some((name) => lower.includes(name) || plainLetters(lower).includes(name)) ? 'password.context' : null
}
