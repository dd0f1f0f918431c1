import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** What nobody reads again after it was entered. `former` signs beside `secret` until then (ISO 8601). */
export type ChannelSecrets = {
  address: string | null
  secret: string | null
  former: { secret: string; until: string } | null
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypted by the key of this deployment; in front of it the random bytes and the seal. */
export function sealSecrets({ channels }: Pick<Keys, 'channels'>, secrets: ChannelSecrets): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, channels, iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** What `sealSecrets` has encrypted; null when it was by another key, or changed. */
export function openSecrets({ channels }: Pick<Keys, 'channels'>, stored: Buffer): ChannelSecrets | null {
  try {
    const decipher = createDecipheriv(algorithm, channels, stored.subarray(0, ivBytes))
    decipher.setAuthTag(stored.subarray(ivBytes, ivBytes + tagBytes))
    return JSON.parse(
      Buffer.concat([decipher.update(stored.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8'),
    ) as ChannelSecrets
  } catch {
    return null
  }
}

/** The secrets that sign at this moment, the newest first. */
export const signingSecrets = ({ secret, former }: ChannelSecrets, now: Date): string[] => [
  ...(secret === null ? [] : [secret]),
  ...(former !== null && Date.parse(former.until) > now.getTime() ? [former.secret] : []),
]
