import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { PublicKey } from '#shared/auth.ts'
import { plainBlockBytes } from '#shared/password.ts'
import type { KeyFolder } from './key-files.ts'

/** How long what was wrapped with the key before the present one is still read. Source: trust.md row 3 */
const previousMilliseconds = 24 * 60 * 60_000

type Loaded = { version: number; privateKey: KeyObject; told: PublicKey; previous: { key: KeyObject; until: number } | null }

export type KeyPairs = {
  publicKey(): PublicKey
  /** The keys that may have wrapped a password, the present one first. */
  usable(): KeyObject[]
  /**
   * Makes a new pair; the old one is read for 24 hours more, by every process on this folder. `record` gets its id before it
   * is in force; when it throws, nothing has changed.
   */
  rotate(record: (keyId: string) => Promise<void>): Promise<{ keyId: string; previousUntil: Date }>
}

const makePair = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } })
    .privateKey

function tellOf(privateKey: KeyObject): PublicKey {
  const publicKey = createPublicKey(privateKey)
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)
  return { keyId, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), blockBytes: plainBlockBytes }
}

/** The RSA pair of this deployment and the one before it, read anew when another process has rotated them. */
export function openKeyPairs(files: KeyFolder, bits: number, clock: () => Date): KeyPairs {
  const present = `rsa-${bits}.pem`
  const before = `rsa-${bits}.previous.pem`
  const load = (): Loaded => {
    const privateKey = createPrivateKey(files.readOrMake(present, () => makePair(bits)))
    const old = files.read(before)
    return {
      version: files.changedAt(present),
      privateKey,
      told: tellOf(privateKey),
      previous: old === null ? null : { key: createPrivateKey(old), until: files.changedAt(before) + previousMilliseconds },
    }
  }
  let loaded = load()
  const fresh = () => {
    if (files.changedAt(present) !== loaded.version) loaded = load()
    return loaded
  }
  return {
    publicKey: () => fresh().told,
    usable() {
      const { privateKey, previous } = fresh()
      return previous !== null && clock().getTime() < previous.until ? [privateKey, previous.key] : [privateKey]
    },
    async rotate(record) {
      const made = makePair(bits)
      await record(tellOf(createPrivateKey(made)).keyId)
      const now = clock()
      const { privateKey } = fresh()
      // First the old one under its new name: whatever happens in between, no key is lost.
      files.replace(before, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), now)
      files.replace(present, made, now)
      loaded = load()
      return { keyId: loaded.told.keyId, previousUntil: new Date(now.getTime() + previousMilliseconds) }
    },
  }
}
