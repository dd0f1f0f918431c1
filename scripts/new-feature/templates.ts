/** `saved-views` in the three forms that code needs. */
export type Names = { kebab: string; camel: string; pascal: string }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
export function namesOf(kebab: string): Names {
  const pascal = kebab.split('-').map(capital).join('')
  return { kebab, camel: pascal.charAt(0).toLowerCase() + pascal.slice(1), pascal }
}

const schema = ({ pascal }: Names) => `import { z } from 'zod'
import { closedRequest, Paging, unlimited } from './paging.ts'

/** What narrows the list; the form, the router and the terminal share it. An unknown filter is refused, not passed over. */
export const ${pascal}ListRequest = closedRequest({ ...Paging.shape, name: unlimited(z.string().trim().max(64)) })
export type ${pascal}ListRequest = z.output<typeof ${pascal}ListRequest>

export type ${pascal}Row = { id: number; name: string }
`

const words = ({ camel, pascal }: Names) => `import { defineWords } from './define.ts'

/** Words of ${pascal}, in both languages. */
export const ${camel} = defineWords({ '${camel}.title': '${pascal}' }, { '${camel}.title': '${pascal}' })
`

/** In the order that Biome keeps. */
const sharedImports = ({ kebab, pascal }: Names) =>
  [`import type { ${pascal}ListRequest, ${pascal}Row } from '#shared/${kebab}.ts'`, `import type { Page } from '#shared/paging.ts'`]
    .sort((left, right) => (left.slice(left.indexOf('#')) < right.slice(right.indexOf('#')) ? -1 : 1))
    .join('\n')

const queries = (names: Names) => `import { type Kysely, sql } from 'kysely'
import { findShortPage } from '#server/db/pages.ts'
import { containing } from '#server/db/paging.ts'
import type { Scope } from '#server/db/scope.ts'
import type { Database } from '#server/db/tables.ts'
${sharedImports(names)}

/** One page of what the scope lets the caller see. SQL only; never another feature's queries. */
export function find${names.pascal}(db: Kysely<Database>, scope: Scope, request: ${names.pascal}ListRequest): Promise<Page<${names.pascal}Row>> {
  const companyIds = scope.branches.map(({ companyId }) => companyId)
  const named = request.name ? sql\` and name ilike \${containing(request.name)}\` : sql\`\`
  return findShortPage(db, request, {
    // Example: companies of the scope. Put the feature's own table here, its kind into db/visible.ts, and \`visible()\` in this place.
    from: sql\`from company where tenant_id = any(\${companyIds}::int[]) and deleted_at is null\${named}\`,
    columns: sql\`id, name\`,
    order: sql\`order by id\`,
  })
}
`

const routerFile = ({ kebab, camel, pascal }: Names) => `import { procedure, router } from '#server/trpc.ts'
import { ${pascal}ListRequest } from '#shared/${kebab}.ts'
import { find${pascal} } from './queries.ts'

export const ${camel}Router = router({
  // The list, within the caller's scope.
  find: procedure('${camel}.find')
    .input(${pascal}ListRequest)
    .query(({ ctx, input }) => find${pascal}(ctx.readDb, ctx.scope, input)),
})
`

const test = ({ camel }: Names) => `import { expect, test } from 'vitest'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()

test('a base manager sees only what belongs to the own base', async () => {
  const [own] = [await buildCompany(database.db), await buildCompany(database.db)]
  const user = await buildUser(database.db, { company_id: own.id, nick_name: '基地负责人' })
  const caller = buildCaller(database.db, { viewer: await viewerOf(database.db, user) })
  expect((await caller.${camel}.find({})).data.map(({ id }) => id)).toEqual([own.id])
})
`

/** The files of a feature; each room has its own. */
export const featureFiles = (names: Names): { path: string; text: string }[] => [
  { path: `src/shared/${names.kebab}.ts`, text: schema(names) },
  { path: `src/shared/i18n/${names.kebab}.ts`, text: words(names) },
  { path: `src/server/features/${names.kebab}/queries.ts`, text: queries(names) },
  { path: `src/server/features/${names.kebab}/router.ts`, text: routerFile(names) },
  { path: `src/server/features/${names.kebab}/router.test.ts`, text: test(names) },
]

/** What joins them to the house. */
export const linesToAdd = ({ kebab, camel, pascal }: Names): { path: string; lines: string[] }[] => [
  { path: 'src/server/router.ts', lines: [`import { ${camel}Router } from './features/${kebab}/router.ts'`, `${camel}: ${camel}Router,`] },
  { path: 'src/server/policy.ts', lines: [`'${camel}.find': { calls: [], reach: deviceReaders },`] },
  { path: 'src/shared/audit.ts', lines: [`${camel}: 'company', in kindOfArea: what a refused call of it is about`] },
  { path: 'src/shared/i18n/audit.ts', lines: [`'audit.area.${camel}': '${pascal}', in both languages`] },
  { path: 'src/shared/i18n/index.ts', lines: [`import { ${camel} } from './${kebab}.ts'`, `${camel} at the end of \`areas\``] },
  {
    path: 'src/server/rest/<area>.ts (only for a documented call; its number goes to tests/rest/calls.ts)',
    lines: [`route('POST', '/${camel}/find/', '${camel}.find', { call: 'C…', title: 'api.${camel}Find', answer: listOf(${camel}Answer), example: {} }),`],
  },
  {
    path: 'src/server/rest/headings.ts (with it; the words of title and heading go to src/shared/i18n/api.ts)',
    lines: [`${camel}: 'api.section.${camel}',`],
  },
  { path: 'src/client/routes.tsx (when it has a screen)', lines: [`the row of src/client/features/${kebab}/${kebab}-screen.tsx (${pascal}Screen)`] },
]
