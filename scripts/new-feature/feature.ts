import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screenFile, storyFile, wordsFile } from './client-files.ts'
import type { Names } from './names.ts'
import { registered, registrationsOf } from './registrations.ts'
import { migrationFile, restFile, routerFile, sharedFile } from './server-files.ts'
import { testFile } from './test-file.ts'

export type SourceFile = { path: string; text: string }

const numberWidth = 4
/** Return the number of the next migration, as at the beginning of its file name: 0072. */
export function nextMigration(files: readonly string[]): string {
  const last = Math.max(
    0,
    ...files.flatMap((name) => (/^\d{4}-.*\.ts$/.test(name) ? [Number(name.slice(0, numberWidth))] : [])),
  )
  return String(last + 1).padStart(numberWidth, '0')
}

/**
 * Return the additions of a feature to the repository in `root`: `made` = its own files, `changed` = existing files
 * that list features, with their whole text.
 * @throws if one of its files exists already, or a file has no place for it
 */
export function featureIn(root: string, names: Names): { made: SourceFile[]; changed: SourceFile[] } {
  const { kebab, one } = names
  const migration = `${nextMigration(readdirSync(join(root, 'migrations')))}-${kebab}`
  const made = [
    { path: `migrations/${migration}.ts`, text: migrationFile(names) },
    { path: `src/shared/${kebab}.ts`, text: sharedFile(names) },
    { path: `src/shared/i18n/${kebab}.ts`, text: wordsFile(names) },
    { path: `src/server/features/${kebab}/router.ts`, text: routerFile(names) },
    { path: `src/server/features/${kebab}/${kebab}.test.ts`, text: testFile(names) },
    { path: `src/server/rest/${kebab}.ts`, text: restFile(names) },
    { path: `src/client/features/${kebab}/${one.kebab}-screen.tsx`, text: screenFile(names) },
    { path: `tests/e2e/${kebab}.story.ts`, text: storyFile(names) },
  ]
  const taken = made.filter(({ path }) => existsSync(join(root, path)))
  if (taken.length > 0) throw new Error(`there already: ${taken.map(({ path }) => path).join(', ')}`)
  const changed = new Map<string, string>()
  for (const place of registrationsOf(names, migration)) {
    const before = changed.get(place.path) ?? readFileSync(join(root, place.path), 'utf8')
    const after = registered(before, place)
    if (after !== before) changed.set(place.path, after)
  }
  return { made, changed: [...changed].map(([path, text]) => ({ path, text })) }
}
