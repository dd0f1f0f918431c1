import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** Dynamic imports of dictionaries: an area, or a list of areas of the client. */
const imported = /import\('((?:#shared\/i18n\/[\w-]+|\.\/[\w-]+-words)\.ts)'\)/g
const marked = /^(.+)\?words=(zh|en)$/
/** The same choice of a tab's language as in `i18n.ts`. */
const isEnglish = "sessionStorage.getItem('LOCALE') === 'en'"

/** Return the id of a module with the texts of one language. */
export const wordsModule = (id: string, language: Language): string => `${id}?words=${language}`

const isArea = (value: unknown): value is Record<Language, unknown> =>
  typeof value === 'object' && value !== null && languages.every((one) => one in value)

/** Remove the other language; @throws Error for a value that is neither an area nor a list of them */
function inOne(value: unknown, language: Language, of: string): unknown {
  if (Array.isArray(value)) return value.map((one) => inOne(one, language, of))
  if (!isArea(value))
    throw new Error(`${of} exports something else than words, so it cannot be imported when words are needed`)
  return { [language]: value[language] }
}

/**
 * Split the dictionaries that the client imports on demand into two files, one for each language, so that a page only
 * loads its own.
 */
export function oneLanguage(client: string): Plugin {
  return {
    name: 'one-language',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(client) || !code.includes('import(')) return null
      const split = code.replace(
        imported,
        (_, path: string) =>
          `(${isEnglish} ? import('${wordsModule(path, 'en')}') : import('${wordsModule(path, 'zh')}'))`,
      )
      return split === code ? null : { code: split, map: null }
    },
    async resolveId(source, importer) {
      const [, path = '', language] = marked.exec(source) ?? []
      if (language === undefined) return null
      const found = await this.resolve(path, importer, { skipSelf: true })
      return found && `${found.id}?words=${language}`
    },
    async load(id) {
      const [, path = '', language] = marked.exec(id) ?? []
      if (language !== 'zh' && language !== 'en') return null
      const words: Record<string, unknown> = await import(pathToFileURL(path).href)
      return Object.entries(words)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(inOne(value, language, path))}`)
        .join('\n')
    },
  }
}
