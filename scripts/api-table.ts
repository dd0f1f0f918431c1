import { openApi } from '#server/rest/openapi.ts'
import { routes } from '#server/rest/routes.ts'
import { isLanguage } from '#shared/i18n/index.ts'

// Print every call as Markdown, with an example of its request and response and its codes: `tsx scripts/api-table.ts
// [zh|en]`.
const asked = process.argv[2] ?? 'en'
const language = isLanguage(asked) ? asked : 'en'

type Media = Record<string, { example?: unknown }>
type Operation = {
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Media }
  responses: Record<string, { description: string; content?: Media }>
}
const { paths } = openApi(routes, language, new Date().toISOString().slice(0, 10)) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Return the example of a body, or the content type if it has none. */
const exampleOf = (content: Media = {}): string =>
  Object.entries(content).map(([type, { example }]) =>
    example === undefined ? `\`${type}\`` : `\`\`\`json\n${JSON.stringify(example)}\n\`\`\``,
  )[0] ?? '–'

for (const section of new Set(operations.map(({ operation }) => operation.tags[0]))) {
  console.log(`\n## ${section}`)
  for (const { path, method, operation } of operations.filter(({ operation }) => operation.tags[0] === section)) {
    const parameters = operation.parameters.map(
      ({ name, in: from, example }) => `\`${name}\` (${from}) = \`${JSON.stringify(example)}\``,
    )
    console.log(`\n### ${method.toUpperCase()} \`${path}\`\n\n${operation.summary} · ${operation.description}\n`)
    if (parameters.length > 0) console.log(`${parameters.join(', ')}\n`)
    if (operation.requestBody) console.log(`${exampleOf(operation.requestBody.content)}\n`)
    console.log(`${exampleOf(operation.responses['200']?.content)}\n`)
    console.log(
      Object.entries(operation.responses)
        .map(([status, { description }]) => `- HTTP ${status} ${description}`)
        .join('\n'),
    )
  }
}
