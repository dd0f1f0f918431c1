import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '#server/services/keys/keys.ts'

/** Write-only secrets of a channel. `former` also signs, next to `secret`, until the given time (ISO 8601). */
export type ChannelSecrets = {
  address: string | null
  secret: string | null
  former: { secret: string; until: string } | null
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypt the secrets with the key of this deployment. Format: IV, authentication tag, ciphertext. */
export function sealSecrets({ channels }: Pick<Keys, 'channels'>, secrets: ChannelSecrets): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, channels, iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypt the output of `sealSecrets`; null when the key differs, or the data was changed. */
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

/** Return the secrets that sign at this moment, the newest first. */
export const signingSecrets = ({ secret, former }: ChannelSecrets, now: Date): string[] => [
  ...(secret === null ? [] : [secret]),
  ...(former !== null && Date.parse(former.until) > now.getTime() ? [former.secret] : []),
]
