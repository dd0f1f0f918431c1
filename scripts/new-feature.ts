import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { word } from '#shared/i18n/index.ts'
import { menuEntries } from '#shared/menu.ts'
import { featureIn } from './new-feature/feature.ts'
import { isIcon } from './new-feature/icon.ts'
import { namesOf } from './new-feature/names.ts'

// Create a list with a form and add it to the product, with all APIs and checks: `npm run new:feature -- --help`.
const sections = menuEntries.flatMap((entry) => entry.sections.map((section) => ({ section, title: entry.title })))
const usage = `npm run new:feature -- <name> [its name in Chinese and English] [fields] [--section user] [--icon clipboard-list]
the name is a plural in lowercase words joined by hyphens: contracts, saved-views; its names: 合同/Contracts
a field has a name, a kind, ? if it may be empty, the limit of a text or number, and its names in Chinese and English:
  number:text:32:合同编号/Contract number    endDate:day?:结束日期/End    price:decimal:50000:月价（元）/Monthly price (CNY)
  clientId:client:客户/Client                note:text?:500:备注/Note     state:one,draft=草稿/Draft,signed=已签订/Signed:状态/State
without a limit, a text has 64 characters (200 where it may be empty), a number 10,000,000; numbers have two decimals
the first field is what a row is known by: a text that may not be empty
days startX and endX are a span: the end is not before the start, and a filter asks for what is in force on a day
--section is the part of the menu in which the list becomes a tab of this entry of the sidebar:
${sections.map(({ section, title }) => `  ${section.padEnd(14)} ${word('en', title)} ${word('zh', title)}`).join('\n')}
--icon is a name of lucide: file-text`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { section: { type: 'string' }, icon: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
const { help, ...place } = values
const [given, names, ...fields] = positionals
if (help || !given || !/^[a-z]+(-[a-z]+)*$/.test(given)) {
  console[help ? 'log' : 'error'](usage)
  process.exit(help ? 0 : 2)
}
try {
  if (place.section !== undefined && !sections.some(({ section }) => section === place.section))
    throw new Error(`--section ${place.section}: ${sections.map(({ section }) => section).join(', ')}`)
  if (place.icon !== undefined && !isIcon(place.icon)) throw new Error(`--icon ${place.icon}: not a name of lucide`)
  const { made, changed } = featureIn('.', namesOf(given, names, fields.length > 0 ? fields : undefined, place))
  for (const { path, text } of [...made, ...changed]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  // Biome sorts imports and breaks long lines; the checks report a file that has become too long.
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
    '\nNow change what is special: limits and filters in src/shared, with them the columns in migrations, the words, and the example rows in src/server/demo/base-rows.ts; tsc and the tests name whatever else has to follow.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
