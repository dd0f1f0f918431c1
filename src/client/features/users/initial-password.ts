import { followsPasswordRule, type PasswordPolicy } from '#shared/password-rule.ts'

/** Characters that are not confused with each other when they are read aloud or written down. */
const characters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%&*?'
const lengths: Record<PasswordPolicy, number> = { documented: 12, nist: 16 }

const draw = (length: number): string =>
  [...crypto.getRandomValues(new Uint32Array(length))].map((random) => characters[random % characters.length]).join('')

/** Return a random first password for another person that follows the deployment's password policy. */
export function initialPassword(policy: PasswordPolicy): string {
  let password = draw(lengths[policy])
  while (!followsPasswordRule(password, policy)) password = draw(lengths[policy])
  return password
}
