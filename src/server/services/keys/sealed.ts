import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypt a text with a key of 32 bytes. Format: IV, authentication tag, ciphertext. */
export function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypt the output of `seal`; null when the key differs, or the data was changed. */
export function unseal(key: Buffer, stored: Buffer): string | null {
  try {
    const decipher = createDecipheriv(algorithm, key, stored.subarray(0, ivBytes))
    decipher.setAuthTag(stored.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(stored.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
