import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { featureIn } from './new-feature/feature.ts'
import { namesOf } from './new-feature/names.ts'

// Writes a list with a form and joins it to the product, all doors and checks included:
// `npm run new:feature contracts 合同 number:text:合同编号 startDate:day:开始日期 endDate:day?:结束日期 price:decimal:月价`.
const { values: place, positionals } = parseArgs({
  allowPositionals: true,
  options: { section: { type: 'string' }, icon: { type: 'string' } },
})
const [given, zh, ...fields] = positionals
if (!given || !/^[a-z]+(-[a-z]+)*$/.test(given)) {
  console.error(
    `npm run new:feature -- <name> [its name in Chinese] [fields] [--section user] [--icon clipboard-list]
the name as a plural in lowercase words joined by hyphens: contracts, saved-views
a field as number:text:合同编号, clientId:client:客户, endDate:day? or price:decimal: its name, its kind, ? where it may stay empty, and its
name in Chinese; days startX and endX are a span: the end is not before the start, and a filter asks what lasts on a day
the section of the menu as shared/menu.ts has it, the icon as the other screens name theirs`,
  )
  process.exit(2)
}
try {
  const { made, changed } = featureIn('.', namesOf(given, zh, fields.length > 0 ? fields : undefined, place))
  for (const { path, text } of [...made, ...changed]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  // Biome puts imports in order and breaks long lines; that a file has become too long is said by the checks.
  const paths = [...made, ...changed].map(({ path }) => path)
  execFileSync(
    process.execPath,
    [
      createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome'),
      'check',
      '--write',
      '--skip=style/noExcessiveLinesPerFile',
      ...paths,
    ],
    { stdio: 'inherit' },
  )
  console.log(
    `made\n${made.map(({ path }) => `  ${path}`).join('\n')}\nregistered in\n${changed.map(({ path }) => `  ${path}`).join('\n')}`,
  )
  console.log(
    '\nNow change what is special: limits and filters in src/shared, with them the columns in migrations, and the words; tsc and the tests name whatever else has to follow.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
