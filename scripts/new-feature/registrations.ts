import { menuIcons } from '#client/frame/menu-icons.ts'
import { samplesOf } from './fields.ts'
import type { Names } from './names.ts'

/**
 * Lines that register a feature in a file: before the line that begins with `before` (the `nth` one, 1 = the first), or
 * among the imports.
 */
export type Registration = {
  path: string
  lines: readonly string[]
  before?: string
  nth?: number
  /** A text in a file that needs no addition. */
  unless?: RegExp
}

/** The test finds ids itself. */
const withoutIds = (fields: Names['fields']) => fields.filter(({ kind }) => kind !== 'client')

const twice = (path: string, before: string, key: string, zh: string, en: string): Registration[] => [
  { path, before, nth: 2, lines: [`    '${key}': '${en}',`] },
  { path, before, nth: 1, lines: [`    '${key}': '${zh}',`] },
]
const withImport = (path: string, imported: string, before: string, line: string): Registration[] => [
  { path, before, lines: [line] },
  { path, lines: [imported] },
]

/** Register an icon that no screen uses yet. */
const iconRegistrations = (icon: string): Registration[] => {
  const path = 'src/client/frame/icons.ts'
  const unless = new RegExp(`^ *'?${icon}'?: `, 'm')
  const component = icon.replace(/(^|-)([a-z0-9])/g, (_, _hyphen, letter: string) => letter.toUpperCase())
  return icon in menuIcons
    ? []
    : [
        { path, unless, before: '  UsersRound,', lines: [`  ${component},`] },
        { path, unless, before: "  'layout-dashboard'", lines: [`  '${icon}': ${component},`] },
      ]
}

/**
 * Return every place that must list a feature. tsc or a test reports a place that is missing here. @param migration
 * 0072-saved-views
 */
export const registrationsOf = (
  { kebab, camel, pascal, one, zh, en, fields, place }: Names,
  migration: string,
): readonly Registration[] => [
  ...withImport(
    'migrations/index.ts',
    `import * as ${camel} from './${migration}.ts'`,
    '}',
    `  '${migration}': ${camel},`,
  ).map((place) => (place.before ? { ...place, nth: -1 } : place)),
  ...withImport(
    'src/server/db/base-tables.ts',
    `import type { ${one.camel}Fields } from '#shared/${kebab}.ts'`,
    '  measure: MeasureTable',
    `  ${one.table}: TableOf<typeof ${one.camel}Fields>`,
  ),
  {
    path: 'src/server/db/visible.ts',
    before: '  app_user: {',
    lines: [`  ${one.table}: { at: 'base', marksDeleted: true },`],
  },
  ...withImport(
    'src/server/router.ts',
    `import { ${camel}Router } from './features/${kebab}/router.ts'`,
    '  measures: measuresRouter',
    `  ${camel}: ${camel}Router,`,
  ),
  {
    path: 'src/server/permissions-base.ts',
    before: '} as const',
    lines: [
      `  '${camel}.find': { calls: [], key: 'base_screen', reach: baseManagers },`,
      `  '${camel}.export': { calls: [], key: 'base_screen', reach: baseManagers, audit: true, limit: 'export' },`,
      `  '${camel}.save': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },`,
      `  '${camel}.delete': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },`,
    ],
  },
  {
    path: 'src/server/features/audit/names.ts',
    before: "  station: 'name'",
    lines: [`  ${one.table}: '${fields[0].column}',`],
  },
  { path: 'src/shared/audit-kinds.ts', before: '] as const', lines: [`  '${one.table}',`] },
  { path: 'src/shared/audit-kinds.ts', before: "  measures: 'measure'", lines: [`  ${camel}: '${one.table}',`] },
  ...twice(
    'src/shared/i18n/audit-kinds.ts',
    "    'audit.kind.station'",
    `audit.kind.${one.table}`,
    zh,
    en.one.charAt(0).toUpperCase() + en.one.slice(1),
  ),
  ...twice('src/shared/i18n/audit.ts', "    'audit.area.stations'", `audit.area.${camel}`, zh, en.many),
  ...twice('src/shared/i18n/route-names.ts', "    'route.measures'", `route.${camel}`, zh, en.many),
  ...withImport('src/shared/i18n/index.ts', `import { ${camel} } from './${kebab}.ts'`, '  kpi,', `  ${camel},`),
  { path: 'src/shared/i18n/api.ts', before: '    ...apiStock.en', lines: [`    ...api${pascal}.en,`] },
  ...withImport(
    'src/shared/i18n/api.ts',
    `import { api${pascal} } from './${kebab}.ts'`,
    '    ...apiStock.zh',
    `    ...api${pascal}.zh,`,
  ),
  {
    path: 'src/server/rest/headings.ts',
    before: "  measures: 'api.section.measures'",
    lines: [`  ${camel}: 'api.section.${camel}',`],
  },
  ...withImport(
    'src/server/rest/routes.ts',
    `import { ${one.camel}Routes } from './${kebab}.ts'`,
    ']',
    `  ...${one.camel}Routes,`,
  ),
  {
    path: 'tests/rest/own-calls.ts',
    before: '] as const',
    nth: -1,
    lines: [
      `  ['POST', '/${camel}/find'],`,
      `  ['POST', '/${camel}/export'],`,
      `  ['POST', '/${camel}/save'],`,
      `  ['POST', '/${camel}/delete/:id'],`,
    ],
  },
  // The texts in an example of a response, and the required fields of a request other than ids.
  {
    path: 'src/server/rest/usual-values.ts',
    before: '  stations: {',
    lines: [
      `  ${camel}: { ${samplesOf(
        fields.filter(({ kind }) => kind === 'text'),
        { mark: '甲', full: true },
      )} },`,
    ],
  },
  {
    path: 'tests/tenants.ts',
    before: "  'kpi.certificateRows'",
    lines: [`  '${camel}.save': { ${samplesOf(withoutIds(fields), { mark: '甲' })} },`],
  },
  { path: 'tests/tenants.ts', before: "  measures: 'measure'", lines: [`  ${camel}: '${one.table}',`] },
  {
    path: 'src/client/routes.tsx',
    before: '  indicator_out: screen(',
    lines: [
      `  ${camel}: screen(async () => (await import('./features/${kebab}/${one.kebab}-screen.tsx')).${one.pascal}Screen, screenWords.${camel}),`,
    ],
  },
  {
    path: 'src/client/early/calls-of-screens.ts',
    before: '  indicator_out: [',
    lines: [`  ${camel}: [list('${camel}.find')],`],
  },
  {
    path: 'src/client/screen-words.ts',
    before: '  users: async',
    lines: [`  ${camel}: async () => addWords([(await import('#shared/i18n/${kebab}.ts')).${camel}]),`],
  },
  {
    path: 'src/shared/screens.ts',
    before: '  ...inspectionScreens',
    lines: [
      `  { path: '/${camel}/index', component: '${camel}', title: 'route.${camel}', icon: '${place.icon}', section: '${place.section}', permission: 'base_screen' },`,
    ],
  },
  ...iconRegistrations(place.icon),
  { path: 'src/shared/i18n/field-labels-base.ts', before: ']', lines: [`  '${camel}',`] },
  { path: 'src/shared/views.ts', before: '] as const', lines: [`  ...(['${camel}'] as const),`] },
  {
    path: 'src/server/demo/base-rows.ts',
    before: '} satisfies',
    lines: [
      `  ${one.table}: [`,
      `    { ${samplesOf(fields, { mark: '甲', by: 'column' })} },`,
      `    { ${samplesOf(fields, { mark: '乙', by: 'column', full: true, other: true })} },`,
      '  ],',
    ],
  },
]

/**
 * Insert the lines of a registration into the text of a file. @throws if the place is missing, so that no change is
 * incomplete
 */
export function registered(text: string, { path, lines, before, nth = 1, unless }: Registration): string {
  if (unless?.test(text)) return text
  if (before === undefined) return `${lines.join('\n')}\n${text}`
  const all = text.split('\n')
  const places = all.flatMap((line, place) => (line.startsWith(before) ? [place] : []))
  const place = places.at(nth > 0 ? nth - 1 : nth)
  if (place === undefined)
    throw new Error(`${path}: no line begins with ${JSON.stringify(before)}${nth > 1 ? ` for the ${nth}. time` : ''}`)
  return [...all.slice(0, place), ...lines, ...all.slice(place)].join('\n')
}
