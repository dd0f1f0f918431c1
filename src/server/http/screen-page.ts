import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The build output that lists the files which each path needs. */
const listName = 'screen-files'
const marker = '</head>'
/** The script before the first paint, which loads the words of the tab's language. */
const early = 'src="/early.js"'
type Needed = { files: string[]; words: Record<string, string[]> }

/** The page as text and compressed. */
type Page = { text: string; gzip: Buffer }
const packed = (text: string): Page => ({ text, gzip: gzipSync(text, { level: 9 }) })

const isSignedIn = (cookie: string | undefined): boolean => /(?:^|;\s*)token=[^;\s]/.test(cookie ?? '')

/**
 * Return the page for a path, with preloads of its screen's scripts and its words in both languages, so that they load
 * in parallel. The cookie only indicates a possible session, to avoid useless preloads; it grants nothing.
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
      const links = files
        .map((name) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="${name}">\n`)
        .join('')
      const both = Object.entries(words).map(([language, names]) => ` data-${language}="${names.join(' ')}"`)
      return [
        path,
        packed(text.replace(early, () => early + both.join('')).replace(marker, () => `${links}  ${marker}`)),
      ] as const
    }),
  )
  // Without a session every path leads to the sign-in page.
  return (path, cookie) => pages.get(isSignedIn(cookie) ? path.replace(/(?<!\/)\/+$/, '') || '/' : '/login') ?? plain
}
