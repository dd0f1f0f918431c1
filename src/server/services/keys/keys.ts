import { constants, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto'
import type { PublicKey } from '#shared/auth.ts'
import { mostBlocks } from '#shared/password-encryption.ts'
import { openKeyFolder } from './key-files.ts'
import { openKeyPairs } from './key-pairs.ts'

export type Keys = {
  publicKey(): PublicKey
  /**
   * Decrypt a password from base64 RSA blocks; null for anything else (all failures look alike and take the same time).
   */
  decrypt(encrypted: string): string | null
  /** Create a new RSA pair, once `record` has stored its id; the old one decrypts for 24 more hours. */
  rotate(record: (keyId: string) => Promise<void>): Promise<{ keyId: string; previousUntil: Date }>
  /** Added to every password hash, stored outside the database. */
  pepper: Buffer
  /** Signs the URLs of images and reports. */
  links: Buffer
  /** Encrypts the addresses and secrets of channels. */
  channels: Buffer
  /** Bearer token of the terminal on this machine; only a user who can read DATA_DIR has it. */
  terminalToken: string
}

const base64Pattern = /^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/
/** 0, 2, at least eight bytes of padding, 0 */
const leastPadding = 11

/**
 * Decrypt one block with raw RSA. Returns zeros when the number is out of range for the key, so that the caller's path
 * does not differ.
 */
function rawDecrypt(key: KeyObject, block: Buffer): Buffer {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, block)
  } catch {
    return Buffer.alloc(block.length)
  }
}

/**
 * Remove PKCS#1 v1.5 padding in constant time: every byte is read. `start` is meaningless when `good` is 0. Source: RFC
 * 8017, 7.2.2
 */
function unpad(block: Buffer): { good: number; start: number } {
  let wrong = (block[0] ?? 1) | ((block[1] ?? 0) ^ 2)
  let searching = 1
  let start = 0
  for (let position = 2; position < block.length; position++) {
    const isZero = (((block[position] ?? 0) - 1) >>> 31) & 1
    const hit = isZero & searching
    start |= -hit & (position + 1)
    searching &= ~hit
  }
  wrong |= searching | (((start - leastPadding) >>> 31) & 1)
  return { good: ((wrong - 1) >>> 31) & 1, start }
}

/**
 * Decrypt all blocks with raw RSA and our own padding check: Node.js cannot remove PKCS#1 v1.5 padding in all our
 * versions, and node-forge takes 12 to 68 ms.
 */
function decryptBlocks(key: KeyObject, blockBytes: number, encrypted: string): string | null {
  const given = base64Pattern.test(encrypted) ? Buffer.from(encrypted, 'base64') : Buffer.alloc(0)
  const fits = given.length > 0 && given.length % blockBytes === 0 && given.length <= mostBlocks * blockBytes
  // A wrong length also costs one block.
  const cipher = fits ? given : Buffer.alloc(blockBytes)
  let good = fits ? 1 : 0
  const parts: Buffer[] = []
  for (let offset = 0; offset < cipher.length; offset += blockBytes) {
    const block = rawDecrypt(key, cipher.subarray(offset, offset + blockBytes))
    const padding = unpad(block)
    good &= padding.good
    parts.push(block.subarray(padding.start))
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts))
    return good === 1 && text !== '' ? text : null
  } catch {
    return null
  }
}

/**
 * Load the RSA pair, the pepper and the terminal's token of this deployment from DATA_DIR/keys; they are created on the
 * first start. RSA encryption is the documented transport format and no protection by itself: TLS is. Source: trust.md
 * rows 3 and 4
 */
export function createKeys(
  { dataDir, rsaBits }: { dataDir: string; rsaBits: number },
  clock: () => Date = () => new Date(),
): Keys {
  const files = openKeyFolder(dataDir)
  const pairs = openKeyPairs(files, rsaBits, clock)
  const blockBytes = rsaBits / 8
  return {
    publicKey: pairs.publicKey,
    decrypt(encrypted) {
      // Try every key, so that a wrong password takes the same time under each.
      const texts = pairs.usable().map((key) => decryptBlocks(key, blockBytes, encrypted))
      return texts.find((text) => text !== null) ?? null
    },
    rotate: pairs.rotate,
    pepper: files.readOrMake('pepper', () => randomBytes(32)),
    links: files.readOrMake('links', () => randomBytes(32)),
    channels: files.readOrMake('channels', () => randomBytes(32)),
    terminalToken: files
      .readOrMake('terminal.token', () => randomBytes(32).toString('base64url'))
      .toString('utf8')
      .trim(),
  }
}
