import type { PublicKey } from '#shared/auth.ts'

export type Keys = {
  publicKey(): PublicKey
  /** The plain password behind base64 RSA blocks, or null for whatever is not one (all failures look alike and take alike). */
  decrypt(encrypted: string): string | null
  /** Mixed into every password hash, kept outside the database. */
  pepper: Buffer
  /** Bearer token of the terminal on this machine; only who can read DATA_DIR has it. */
  terminalToken: string
}
