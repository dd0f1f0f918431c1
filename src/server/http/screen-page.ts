import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Where the build says which files a path needs: a list of addresses by path. */
const listName = 'screen-files'
const marker = '</head>'
/** The script before the first paint, which asks for the words of the language that the tab has. */
const early = 'src="/early.js"'
type Needed = { files: string[]; words: Record<string, string[]> }

/** The page as it is, and as it travels. */
type Page = { text: string; gzip: Buffer }
const packed = (text: string): Page => ({ text, gzip: gzipSync(text, { level: 9 }) })

const isSignedIn = (cookie: string | undefined): boolean => /(?:^|;\s*)token=[^;\s]/.test(cookie ?? '')

/**
 * The page for an address: with the scripts of its screen named in its head, and its words in both languages, so that they are fetched
 * together instead of one after the other. The cookie only says whether somebody may be signed in, so that nothing is fetched in vain; it opens nothing.
 */
export function createScreenPage(folder: string): ((path: string, cookie: string | undefined) => Page) | null {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  const plain = packed(text)
  const list = join(folder, listName)
  const needed: Record<string, Needed> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const pages = new Map(
    Object.entries(needed).map(([path, { files, words }]) => {
      const links = files.map((name) => `    <link rel="modulepreload" crossorigin href="${name}">\n`).join('')
      const both = Object.entries(words).map(([language, names]) => ` data-${language}="${names.join(' ')}"`)
      return [
        path,
        packed(text.replace(early, () => early + both.join('')).replace(marker, () => `${links}  ${marker}`)),
      ] as const
    }),
  )
  // Without a session every address leads to the sign-in page.
  return (path, cookie) => pages.get(isSignedIn(cookie) ? path.replace(/(?<!\/)\/+$/, '') || '/' : '/login') ?? plain
}
