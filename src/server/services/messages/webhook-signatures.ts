import { createHmac } from 'node:crypto'

const hmac = (key: string | Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64')
const secretMark = 'whsec_'

/** Return the bytes of a Standard Webhooks secret, `whsec_` and base64; null for an invalid one. */
export function webhookKey(secret: string): Buffer | null {
  if (!secret.startsWith(secretMark)) return null
  const text = secret.slice(secretMark.length)
  const key = Buffer.from(text, 'base64')
  // Node ignores invalid base64: compare the re-encoded text. Source: Standard Webhooks, 24 to 64 bytes
  return key.length >= 24 &&
    key.length <= 64 &&
    key.toString('base64').replace(/(?<!=)=+$/, '') === text.replace(/(?<!=)=+$/, '')
    ? key
    : null
}

/** Create a Standard Webhooks secret from 24 to 64 random bytes. */
export const webhookSecret = (random: Buffer): string => `${secretMark}${random.toString('base64')}`

/**
 * Return `webhook-signature` of Standard Webhooks: `v1,` and base64(HMAC-SHA256(key, `id.timestamp.body`)) for each
 * secret, the newest first.
 * @param timestamp whole seconds of Unix time, as in `webhook-timestamp`
 */
export const webhookSignature = (keys: readonly Buffer[], id: string, timestamp: number, body: string): string =>
  keys.map((key) => `v1,${hmac(key, `${id}.${timestamp}.${body}`)}`).join(' ')

/** DingTalk: `timestamp` (milliseconds) and `sign` of the query, base64(HMAC-SHA256(secret, `timestamp\nsecret`)). */
export const dingTalkSign = (secret: string, milliseconds: number): string => hmac(secret, `${milliseconds}\n${secret}`)

/**
 * Feishu: `sign` of the body, base64(HMAC-SHA256(`timestamp\nsecret`, empty message)); its key is the text that other
 * providers sign. `timestamp` in seconds.
 */
export const feishuSign = (secret: string, seconds: number): string => hmac(`${seconds}\n${secret}`, '')
