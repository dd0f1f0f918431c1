import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Where the build says which files a path needs: a list of addresses by path. */
const listName = 'screen-files'
const marker = '</head>'

/** The page as it is, and as it travels. */
type Page = { text: string; gzip: Buffer }
const packed = (text: string): Page => ({ text, gzip: gzipSync(text, { level: 9 }) })

const isSignedIn = (cookie: string | undefined): boolean => /(?:^|;\s*)token=[^;\s]/.test(cookie ?? '')

/**
 * The page for an address: with the scripts of its screen named in its head, so that they are fetched together instead of one after the
 * other. The cookie only says whether somebody may be signed in, so that nothing is fetched in vain; it opens nothing.
 */
export function createScreenPage(folder: string): ((path: string, cookie: string | undefined) => Page) | null {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  const plain = packed(text)
  const list = join(folder, listName)
  const files: Record<string, string[]> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const pages = new Map(
    Object.entries(files).map(([path, names]) => {
      const links = names.map((name) => `    <link rel="modulepreload" crossorigin href="${name}">\n`).join('')
      return [path, packed(text.replace(marker, () => `${links}  ${marker}`))] as const
    }),
  )
  // Without a session every address leads to the sign-in page.
  return (path, cookie) => pages.get(isSignedIn(cookie) ? path.replace(/(?<!\/)\/+$/, '') || '/' : '/login') ?? plain
}
