import type { Keys } from '#server/services/keys/keys.ts'
import { seal, unseal } from '#server/services/keys/sealed.ts'

/** Write-only secrets of a channel. `former` also signs, next to `secret`, until the given time (ISO 8601). */
export type ChannelSecrets = {
  address: string | null
  secret: string | null
  former: { secret: string; until: string } | null
}

/** Encrypt the secrets with the key of this deployment. */
export const sealSecrets = ({ channels }: Pick<Keys, 'channels'>, secrets: ChannelSecrets): Buffer =>
  seal(channels, JSON.stringify(secrets))

/** Decrypt the output of `sealSecrets`; null when the key differs, or the data was changed. */
export function openSecrets({ channels }: Pick<Keys, 'channels'>, stored: Buffer): ChannelSecrets | null {
  const text = unseal(channels, stored)
  return text === null ? null : (JSON.parse(text) as ChannelSecrets)
}

/** Return the secrets that sign at this moment, the newest first. */
export const signingSecrets = ({ secret, former }: ChannelSecrets, now: Date): string[] => [
  ...(secret === null ? [] : [secret]),
  ...(former !== null && Date.parse(former.until) > now.getTime() ? [former.secret] : []),
]
