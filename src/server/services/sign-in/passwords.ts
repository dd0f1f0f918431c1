import { hash as argon2, parseOptions, verify as verifyArgon2 } from '@node-rs/argon2'
import { createTurns } from '#server/services/jobs/turns.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Compare in constant time; a null hash costs the same and never matches. @throws AppError BUSY when too many wait
   */
  verify(hash: string | null, password: string): Promise<boolean>
  /** True for a hash with outdated parameters: rehash at the next sign-in. */
  outdated(hash: string): boolean
}

/** argon2id; memory in KiB. 11 ms each on the reference machine. Source: trust.md row 6 */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const mostAtOnce = 4
const mostWaiting = 50

/** The hash functions; a test counts their calls. */
export type HashEngine = { hash: typeof argon2; verify: typeof verifyArgon2 }

/** Hash passwords with a pepper that is stored outside the database. */
export function createPasswords({
  pepper,
  engine = { hash: argon2, verify: verifyArgon2 },
}: {
  pepper: Buffer
  engine?: HashEngine
}): Passwords {
  const turns = createTurns(mostAtOnce, mostWaiting)
  const gate = <T>(work: () => Promise<T>) => turns('', work)
  const options = { ...parameters, secret: pepper }
  // The hash for unknown users, so that the response time does not reveal whether a user exists.
  let nobody: Promise<string> | null = null
  const nobodyHash = () => {
    nobody ??= engine.hash('no password has this text', options)
    return nobody
  }
  const compare = async (hash: string, password: string) => {
    try {
      return await engine.verify(hash, password, options)
    } catch {
      // A malformed hash, such as a deleted user's, fails at once: verify the dummy hash to spend the same time.
      await engine.verify(await nobodyHash(), password, options)
      return false
    }
  }
  return {
    hash: (password) => gate(() => engine.hash(password, options)),
    async verify(hash, password) {
      // Create it before any comparison: otherwise the first unknown user would take twice as long.
      const spare = await nobodyHash()
      const same = await gate(() => compare(hash ?? spare, password))
      return same && hash !== null
    },
    outdated(hash) {
      try {
        const used = parseOptions(hash)
        return (
          used.algorithm !== parameters.algorithm ||
          used.memoryCost !== parameters.memoryCost ||
          used.timeCost !== parameters.timeCost
        )
      } catch {
        return true
      }
    },
  }
}
