import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { featureIn } from './new-feature/feature.ts'
import { namesOf } from './new-feature/names.ts'

// Writes a list with a form and joins it to the product, all doors and checks included: `npm run new:feature contracts 合同`.
const [given, zh, ...rest] = process.argv.slice(2)
if (!given || rest.length > 0 || !/^[a-z]+(-[a-z]+)*$/.test(given)) {
  console.error(
    'npm run new:feature <name> [its name in Chinese], the name as a plural in lowercase words joined by hyphens: contracts, saved-views',
  )
  process.exit(2)
}
try {
  const { made, changed } = featureIn('.', namesOf(given, zh))
  for (const { path, text } of [...made, ...changed]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  // Biome puts imports in order and breaks long lines.
  const paths = [...made, ...changed].map(({ path }) => path)
  execFileSync(
    process.execPath,
    [createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome'), 'check', '--write', ...paths],
    { stdio: 'inherit' },
  )
  console.log(
    `made\n${made.map(({ path }) => `  ${path}`).join('\n')}\nregistered in\n${changed.map(({ path }) => `  ${path}`).join('\n')}`,
  )
  console.log(
    '\nNow change the fields in src/shared, the columns in migrations and the words; tsc and the tests name whatever else has to follow.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
