import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** Tell whether lucide has an icon of this name: the package exports a file for each. */
export function isIcon(name: string): boolean {
  try {
    return existsSync(resolve(`lucide-react/icons/${name}`))
  } catch {
    return false
  }
}
