export type Passwords = {
  hash(password: string): Promise<string>
  /** Compares in equal time; a null hash costs the same and is never right. @throws AppError BUSY when too many wait */
  verify(hash: string | null, password: string): Promise<boolean>
}
