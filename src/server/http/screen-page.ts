import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { DeploymentTexts } from '#shared/auth.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'

/** The build output that lists the files which each path needs. */
const listName = 'screen-files'
const marker = '</head>'
/** The script before the first paint, which loads the words of the tab's language. */
const early = 'src="/early.js"'
/** The files and words of a path, and the calls that its screen sends first. */
type Needed = { files: string[]; words: Record<string, string[]>; first?: unknown[] }

/** The page as text and compressed. */
type Page = { text: string; gzip: Buffer }
const packed = (text: string): Page => ({ text, gzip: gzipSync(text, { level: 9 }) })

const isSignedIn = (cookie: string | undefined): boolean => /(?:^|;\s*)token=[^;\s]/.test(cookie ?? '')

/** Write the texts of the deployment into the page: the sign-in page shows them without a call. */
const branded = (page: string, texts: DeploymentTexts): string =>
  page.replace(marker, () => `  <meta name="branding" content="${escapeMarkup(JSON.stringify(texts))}">\n  ${marker}`)

/** Scripts of the sign-in page compete with no first data, so that they need no low priority. */
const atOnce = (page: string): string => page.replaceAll(' fetchpriority="low"', '')

/**
 * Return the page for a path, with preloads of its screen's scripts and its words in both languages, so that they load
 * in parallel, with its first calls for `early.ts`, and with the texts of the deployment. The cookie only indicates a possible session, to avoid useless
 * preloads; it grants nothing.
 */
export function createScreenPage(
  folder: string,
  texts: DeploymentTexts,
): ((path: string, cookie: string | undefined) => Page) | null {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return null
  const text = branded(readFileSync(file, 'utf8'), texts)
  const plain = packed(text)
  const list = join(folder, listName)
  const needed: Record<string, Needed> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const pages = new Map(
    Object.entries(needed).map(([path, { files, words, first }]) => {
      const links = files
        .map((name) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="${name}">\n`)
        .join('')
      const both = Object.entries(words).map(([language, names]) => ` data-${language}="${names.join(' ')}"`)
      const calls = first ? ` data-first="${escapeMarkup(JSON.stringify(first))}"` : ''
      const page = text.replace(early, () => early + both.join('') + calls).replace(marker, () => `${links}  ${marker}`)
      return [path, packed(path === '/login' ? atOnce(page) : page)] as const
    }),
  )
  // Without a session every path leads to the sign-in page.
  return (path, cookie) => pages.get(isSignedIn(cookie) ? path.replace(/(?<!\/)\/+$/, '') || '/' : '/login') ?? plain
}
