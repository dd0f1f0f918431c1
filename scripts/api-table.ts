import { isOpen, sectionOf } from '#server/rest/fields.ts'
import { sectionWord } from '#server/rest/headings.ts'
import { routes } from '#server/rest/routes.ts'
import { apiWord } from '#shared/i18n/api.ts'
import { isLanguage } from '#shared/i18n/index.ts'

// Prints the REST table as Markdown: `tsx scripts/api-table.ts [zh|en]`.
const asked = process.argv[2] ?? 'en'
const language = isLanguage(asked) ? asked : 'en'

for (const section of new Set(routes.map(sectionOf))) {
  console.log(`\n## ${sectionWord(language, section)}\n\n| call | method | path | procedure | open | |\n|---|---|---|---|---|---|`)
  for (const row of routes.filter((row) => sectionOf(row) === section)) {
    console.log(
      `| ${row.call ?? ''} | ${row.method} | \`/api${row.path}\` | \`${row.procedure}\` | ${isOpen(row) ? '✓' : ''} | ${apiWord(language, row.title)} |`,
    )
  }
}
