import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ownProblem } from '#shared/problems.ts'

const client = import.meta.dirname
const shared = join(client, '../shared')
const textOf = (path: string) => readFileSync(path, 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** All words of the product by area (file). */
const areas = new Map(
  readdirSync(join(shared, 'i18n'))
    .filter((name) => !name.includes('.test.'))
    .map((name) => [name, matches(textOf(join(shared, 'i18n', name)), /^ {4}'([\w.-]+)':/gm)] as const),
)
const saysWith = (area: string, beginning: string) =>
  (areas.get(area) ?? []).some((word) => word.startsWith(`${beginning}.`))
const areasOf = (word: string) => [...areas].flatMap(([area, words]) => (words.includes(word) ? [area] : []))
const areasIn = (text: string) => matches(text, /'#shared\/i18n\/([\w-]+\.ts)'/g)

const everywhere = areasIn(textOf(join(client, 'start-words.ts')))
const groups = new Map(
  [...textOf(join(client, 'screen-words.ts')).matchAll(/^ {2}(\w+): async ([\s\S]*?)(?=^ {2}\w+: async|\n}\n)/gm)].map(
    ([, name = '', body = '']) => [name, areasIn(body)] as const,
  ),
)

/**
 * Words that are not shown: names of calculation steps, which the wizard only compares; one that only occurs in a
 * comment of a class; and problems of requests that a program can send, but not the dialog.
 */
const notSaid = (word: string) =>
  areasOf(word).every((area) => /^(report-steps|report-quantities|wizard-formulas)/.test(area)) ||
  ['class.pointUse', 'transfer.problem.oneSelection', 'transfer.problem.noTarget'].includes(word)

/** Return the files loaded with a screen: its static imports. A dynamic import loads its own words. */
function filesOf(start: string, found = new Set<string>()): Set<string> {
  if (found.has(start) || !existsSync(start)) return found
  found.add(start)
  for (const name of matches(textOf(start), /^(?:import|export) (?!type )[^'(]*'([#.][^']+\.tsx?)'/gm))
    if (name.startsWith('#client/')) filesOf(join(client, name.slice('#client/'.length)), found)
    else if (name.startsWith('#shared/')) filesOf(join(shared, name.slice('#shared/'.length)), found)
    else if (name.startsWith('./')) filesOf(join(dirname(start), name), found)
  return found
}

const screens = [...textOf(join(client, 'routes.tsx')).matchAll(/^ {2}(\w+): screen\(([\s\S]*?)\),\n/gm)].map(
  ([, name = '', body = '']) => ({
    name,
    files: matches(body, /import\('\.\/([^']+)'\)/g).map((path) => join(client, path)),
    groups: matches(body, /screenWords\.(\w+)/g),
  }),
)

/** Return the words that a file and its imports use without loading them. `known` = areas already loaded. */
function unsaid(files: readonly string[], known: readonly string[]): string[] {
  const all = [...new Set(files.flatMap((file) => [...filesOf(file)]))]
  // The calculation and some dialogs import their own words in their modules.
  const brought = all.flatMap((file) => (file.startsWith(join(shared, 'i18n')) ? [basename(file)] : []))
  const there = new Set([...everywhere, ...brought, ...known])
  const texts = all.filter((file) => file.startsWith(client)).map(textOf)
  const said = texts.flatMap((text) => matches(text, /'([a-zA-Z]+\.[\w.-]+)'/g))
  const schemas = all.filter((file) => file.startsWith(shared)).map(textOf)
  const problems = schemas.flatMap((text) => matches(text, /message: '(\w+)'/g)).flatMap((key) => ownProblem(key) ?? [])
  const missing = [...new Set([...said, ...problems])].filter(
    (word) => !notSaid(word) && !areasOf(word).some((area) => there.has(area)),
  )
  // Lists and forms name the words of their columns and fields only by their prefix.
  const declared = [
    ...new Set(texts.flatMap((text) => matches(text, /(?:\bwords|baseListScreen\(\{\s+name): '(\w+)'/g))),
  ]
  return [...missing, ...declared.filter((beginning) => ![...there].some((area) => saysWith(area, beginning)))]
}
const areasOfGroups = (names: readonly string[]) => names.flatMap((name) => groups.get(name) ?? [])

test('Load every word with the screen that shows it, which would show its key otherwise', () => {
  expect(screens.length).toBeGreaterThan(30)
  expect(groups.size).toBeGreaterThan(10)
  const missing = screens.flatMap(({ name, files, groups: asked }) =>
    unsaid(files, areasOfGroups(asked)).map((word) => `${name}: ${word}`),
  )
  expect(missing).toEqual([])
})

test('Load the words of a part that is loaded on demand, on every screen that can show it', () => {
  const parts = screens.flatMap(({ name, files, groups: asked }) =>
    [...new Set(files.flatMap((file) => [...filesOf(file)]))].flatMap((file) =>
      [...textOf(file).matchAll(/import\('([#.][^']+\.tsx)'\)(.*)/g)].map(([, path = '', rest = '']) => ({
        screen: name,
        path: path.startsWith('#client/') ? join(client, path.slice('#client/'.length)) : join(dirname(file), path),
        known: areasOfGroups([...asked, ...matches(rest, /screenWords\.(\w+)/g)]),
      })),
    ),
  )
  expect(parts.length).toBeGreaterThan(30)
  expect(
    parts.flatMap(({ screen, path, known }) =>
      unsaid([path], known).map((word) => `${screen}: ${basename(path)}: ${word}`),
    ),
  ).toEqual([])
})
