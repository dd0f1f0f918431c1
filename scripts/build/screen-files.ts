import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { callsOfScreens } from '#client/early/calls-of-screens.ts'
import { screenPaths } from '#shared/screens.ts'
import { languages, wordsModule } from './one-language.ts'

/** The name of the list among the client's files: read by the server, which serves no file without an extension. */
export const screenFilesName = 'screen-files'

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

type Modules = { code: string[]; words: string[] }

const absolute = (client: string, specifier: string) =>
  specifier.startsWith('#shared/')
    ? join(dirname(client), 'shared', specifier.slice('#shared/'.length))
    : join(client, specifier)

/** Return the dictionaries of each group of `screen-words.ts`, which a screen loads together. */
export const groupsOfWords = (client: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [
      ...readFileSync(join(client, 'screen-words.ts'), 'utf8').matchAll(
        /^ {2}(\w+): async ([\s\S]*?)(?=^ {2}\w+: async|\n}\n)/gm,
      ),
    ].map(([, name = '', body = '']) => [
      name,
      matches(body, /import\('([^']+)'\)/g).map((specifier) => absolute(client, specifier)),
    ]),
  )

/** Return the modules of each screen, by its name in the routes, from `routes.tsx` and `screen-words.ts`. */
function modulesOfScreens(client: string): Map<string, Modules> {
  const words = groupsOfWords(client)
  return new Map(
    [...readFileSync(join(client, 'routes.tsx'), 'utf8').matchAll(/^ {2}(\w+): screen\(([\s\S]*?)\),\n/gm)].map(
      ([, name = '', body = '']) => {
        const areas = matches(body, /screenWords\.(\w+)/g).flatMap((group) => words.get(group) ?? [])
        const code = matches(body, /import\('([^']+)'\)/g).map((specifier) => absolute(client, specifier))
        return [name, { code, words: areas }] as const
      },
    ),
  )
}

/** Return a file of the bundle with all files that it imports. */
function withImports(file: string, bundle: Rollup.OutputBundle, found: Set<string> = new Set()): Set<string> {
  const chunk = bundle[file]
  if (found.has(file) || chunk?.type !== 'chunk') return found
  found.add(file)
  for (const imported of chunk.imports) withImports(imported, bundle, found)
  return found
}

/**
 * Write a list of the files that each path needs in addition to those in the page itself, and of the dictionaries in
 * each language, so that the server can preload them all, and none waits for another one; and of the first calls of
 * each screen. @throws Error if a screen has
 * no file
 */
export function screenFiles(client: string): Plugin {
  return {
    name: 'screen-files',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === 'chunk')
      const fileOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk.fileName] as const)))
      const page = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName, bundle)]),
      )
      const needed = (modules: readonly string[]): string[] => {
        const files = modules.map((id) => fileOf.get(id) ?? this.error(`${id} is in no file`))
        return [...new Set(files.flatMap((file) => [...withImports(file, bundle)]))]
          .filter((file) => !page.has(file))
          .map((file) => `/${file}`)
      }
      const all = ({ code, words }: Modules) => ({
        files: needed(code),
        words: Object.fromEntries(
          languages.map((language) => [language, needed(words.map((id) => wordsModule(id, language)))]),
        ),
      })
      const start = join(client, 'start-words.ts')
      const frame = { code: [join(client, 'frame', 'signed-in-app.tsx')], words: [start] }
      const login = {
        code: [join(client, 'features', 'auth', 'login-screen.tsx')],
        words: [start, join(dirname(client), 'shared', 'i18n', 'auth.ts')],
      }
      const screens = modulesOfScreens(client)
      const byPath = screenPaths.map(({ path, component }) => {
        const modules = screens.get(component)
        if (modules === undefined) this.error(`no file is known of the screen ${component}`)
        return [
          path,
          {
            ...all({
              code: [...frame.code, ...(modules?.code ?? [])],
              words: [...frame.words, ...(modules?.words ?? [])],
            }),
            first: callsOfScreens[component],
          },
        ] as const
      })
      this.emitFile({
        type: 'asset',
        fileName: screenFilesName,
        source: JSON.stringify(Object.fromEntries([['/', all(frame)], ['/login', all(login)], ...byPath])),
      })
    },
  }
}
