import { cpSync } from 'node:fs'

/** Copies the data folder of a server that has ended, without a socket that it may have left: no file system copies one. */
export const copyDataFolder = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.sock') })
