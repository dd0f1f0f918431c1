import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { PublicKey } from '#shared/auth.ts'
import { plainBlockBytes } from '#shared/password-encryption.ts'
import type { KeyFolder } from './key-files.ts'

/** How long a former key still decrypts, from its replacement. Source: trust.md row 3 */
const previousMilliseconds = 24 * 60 * 60_000

type Former = { pem: string; key: KeyObject; until: number }
type Loaded = { version: number; privateKey: KeyObject; publicKey: PublicKey; former: Former[] }

export type KeyPairs = {
  publicKey(): PublicKey
  /** Return the keys that may have encrypted a password, the current one first. */
  usable(): KeyObject[]
  /**
   * Create a new pair. Every process on this folder still accepts all keys that were current within the last 24 hours.
   * `record` gets the new id before it is in force; if it throws, nothing changes.
   */
  rotate(record: (keyId: string) => Promise<void>): Promise<{ keyId: string; previousUntil: Date }>
}

const makePair = (bits: number) =>
  generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

function tellOf(privateKey: KeyObject): PublicKey {
  const publicKey = createPublicKey(privateKey)
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)
  return { keyId, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), blockBytes: plainBlockBytes }
}

/** Former keys one after the other, each behind a line with its expiry. */
const formerKey = /(?:# until (\S+)\n)?(-{5}BEGIN PRIVATE KEY-{5}[^-]+-{5}END PRIVATE KEY-{5}\n?)/g
const formerText = (former: readonly Pick<Former, 'pem' | 'until'>[]): string =>
  former.map(({ pem, until }) => `# until ${new Date(until).toISOString()}\n${pem}`).join('')

/** Parse the file of former keys; a key without an expiry line is valid for 24 hours from the change of the file. */
function formerIn(text: string, changedAt: number): Former[] {
  return [...text.matchAll(formerKey)].map(([, until, pem = '']) => ({
    pem: pem.endsWith('\n') ? pem : `${pem}\n`,
    key: createPrivateKey(pem),
    until: until === undefined ? changedAt + previousMilliseconds : Date.parse(until),
  }))
}

/** Open the RSA pair of this deployment and its former ones, reloaded when another process has rotated them. */
export function openKeyPairs(files: KeyFolder, bits: number, clock: () => Date): KeyPairs {
  const present = `rsa-${bits}.pem`
  const before = `rsa-${bits}.previous.pem`
  const load = (): Loaded => {
    // Before the content: a rotation in between is then noticed at the next use.
    const version = files.changedAt(present)
    const privateKey = createPrivateKey(files.readOrMake(present, () => makePair(bits)))
    const old = files.read(before)
    return {
      version,
      privateKey,
      publicKey: tellOf(privateKey),
      former: formerIn(old?.toString() ?? '', files.changedAt(before)),
    }
  }
  let loaded = load()
  const fresh = () => {
    if (files.changedAt(present) !== loaded.version) loaded = load()
    return loaded
  }
  return {
    publicKey: () => fresh().publicKey,
    usable() {
      const { privateKey, former } = fresh()
      const now = clock().getTime()
      return [privateKey, ...former.flatMap(({ key, until }) => (now < until ? [key] : []))]
    },
    async rotate(record) {
      const made = makePair(bits)
      await record(tellOf(createPrivateKey(made)).keyId)
      const now = clock()
      const { privateKey, former } = fresh()
      const replaced = {
        pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        until: now.getTime() + previousMilliseconds,
      }
      const read = former.filter(({ until }) => now.getTime() < until)
      // First write the old key to the former keys: a crash in between loses no key.
      files.replace(before, formerText([replaced, ...read]), now)
      files.replace(present, made, now)
      loaded = load()
      return { keyId: loaded.publicKey.keyId, previousUntil: new Date(now.getTime() + previousMilliseconds) }
    },
  }
}
