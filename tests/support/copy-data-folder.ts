import { cpSync } from 'node:fs'

/**
 * Copy the data folder of a stopped server without a socket that it may have left, because a socket cannot be copied.
 */
export const copyDataFolder = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.sock') })
