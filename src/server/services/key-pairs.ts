import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { PublicKey } from '#shared/auth.ts'
import { plainBlockBytes } from '#shared/password.ts'
import type { KeyFolder } from './key-files.ts'

/** How long what was wrapped with a former key is still read, counted from when it was replaced. Source: trust.md row 3 */
const previousMilliseconds = 24 * 60 * 60_000

type Former = { pem: string; key: KeyObject; until: number }
type Loaded = { version: number; privateKey: KeyObject; told: PublicKey; former: Former[] }

export type KeyPairs = {
  publicKey(): PublicKey
  /** The keys that may have wrapped a password, the present one first. */
  usable(): KeyObject[]
  /**
   * Makes a new pair; every key that was present within the last 24 hours is read on, by every process on this folder. `record` gets its id before it
   * is in force; when it throws, nothing has changed.
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

/** One key after the other, each behind a line that says until when it is read. */
const formerKey = /(?:# until (\S+)\n)?(-{5}BEGIN PRIVATE KEY-{5}[^-]+-{5}END PRIVATE KEY-{5}\n?)/g
const formerText = (former: readonly Pick<Former, 'pem' | 'until'>[]): string =>
  former.map(({ pem, until }) => `# until ${new Date(until).toISOString()}\n${pem}`).join('')

/** The keys in the file of former ones; one without its line is read for 24 hours from the change of the file. */
function formerIn(text: string, changedAt: number): Former[] {
  return [...text.matchAll(formerKey)].map(([, until, pem = '']) => ({
    pem: pem.endsWith('\n') ? pem : `${pem}\n`,
    key: createPrivateKey(pem),
    until: until === undefined ? changedAt + previousMilliseconds : Date.parse(until),
  }))
}

/** The RSA pair of this deployment and those before it, read anew when another process has rotated them. */
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
      former: formerIn(old?.toString() ?? '', files.changedAt(before)),
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
      // First the old one among the former: whatever happens in between, no key is lost.
      files.replace(before, formerText([replaced, ...read]), now)
      files.replace(present, made, now)
      loaded = load()
      return { keyId: loaded.told.keyId, previousUntil: new Date(now.getTime() + previousMilliseconds) }
    },
  }
}
