import type { Rollup } from 'vite'
import { joinSmallFiles } from './small-files.ts'
import { wordsFiles } from './words-files.ts'

type Graph = Parameters<Rollup.GetManualChunk>[1]

/**
 * A module that this number of screens need is loaded with the frame: one file instead of dozens, which also compresses
 * better. A module of one area can go into a file of that area's screens, so more screens must need it.
 */
const common = { screens: 5, screensOfAreas: 6, bytes: 8_192 }
/** Every screen loads the first two; the others wait until something is opened. */
const closedFiles: ReadonlySet<string> = new Set(['start', 'console', 'forms', 'dialogs'])
/** Above this share of the screens, the size of a module does not matter. */
const commonShare = 0.4

const ofClient = (paths: readonly string[]) => paths.map((path) => `/src/client/${path}`)
const isOneOf = (ends: readonly string[], id: string) => ends.some((end) => id.endsWith(end))
const isScreen = (id: string) => /\/src\/client\/features\/.*-screen\.tsx$/.test(id)
/** Dictionaries are loaded separately, with the screens that use them. */
const isWords = (id: string) => /\/src\/shared\/i18n\//.test(id)
/** A dictionary in one language, which loads on demand. */
const isLanguage = (id: string) => /\?words=\w+$/.test(id)
/** Parts of forms: a screen with a form needs them, the frame does not. */
const isForm = (id: string) => /\/node_modules\/(react-hook-form|@hookform\/[\w-]+)\//.test(id)
/**
 * The date field with its calendar, and the surroundings of a chart: many screens have them, the frame and most lists
 * do not.
 */
const daysFiles = ofClient([
  'ui/calendar.tsx',
  'ui/calendar-days.ts',
  'ui/date-range.tsx',
  'ui/date-field.tsx',
  'ui/day-input.tsx',
  'ui/placed-panel.ts',
  'ui/typed-text.tsx',
  'ui/list/day-range-filter.tsx',
])
const isOfDays = (id: string) => isOneOf(daysFiles, id)
const isOfCharts = (id: string) => /\/src\/client\/ui\/(chart(-[\w-]+)?|axis-note|known-months)\.tsx?$/.test(id)
/** Overlays, and the choices of a field: they are not needed before the user opens one. */
const overPageFiles = ofClient(['ui/dialog.tsx', 'ui/covering-drawer.tsx', 'ui/combobox-box.tsx'])
const isOverPage = (id: string) => isOneOf(overPageFiles, id)
/**
 * Small modules that many screens need, but neither the frame nor the list of devices: the head of a detail screen,
 * lists that are declared and whose rows open, what answers to Back, and the schemas of reservations.
 */
const outsideFiles = [
  ...ofClient(['ui/detail-header.tsx', 'ui/kept-actions.ts', 'ui/instead-of-back.ts', 'ask-before-leaving.ts']),
  ...ofClient(['opening-list.tsx', 'use-opened-row.ts', 'row-actions.tsx'].map((file) => `ui/list/${file}`)),
  ...ofClient(['list-screen.tsx', 'declare-list.ts', 'worded-table.ts'].map((file) => `ui/list/${file}`)),
  '/src/shared/reservations.ts',
]
const isOutside = (id: string) => isOneOf(outsideFiles, id)
/**
 * Small parts of other areas on the start page of every user, the hook of every drawer, and small parts that a few
 * screens share: smaller than the overhead of a request, while their areas' files would bring much that the page does
 * not need.
 */
const startPageFiles = ofClient([
  'base64.ts',
  'features/alerts/alert-text.ts',
  'features/alerts/severity-mark.tsx',
  'features/cockpits/rate-lines.ts',
  'features/projects/project-title.ts',
  'features/reservations/tankers-text.ts',
  'features/transfers/owner-text.ts',
  'features/warnings/duration-text.ts',
  'ui/open-button.tsx',
  'ui/use-last-shown.ts',
])
const isOfStartPage = (id: string) => isOneOf(startPageFiles, id)
/** A single icon is smaller than the overhead of a request. */
const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id)
/** It records the focus before a dialog opens, so it must be loaded before the dialog. */
const isFocusMemory = (id: string) => /\/@headlessui\/.*\/active-element-history\.js$/.test(id)
const isOwn = (id: string) => !id.includes('/node_modules/')
const areaOf = (id: string): string | null => /\/features\/([\w-]+)\//.exec(id)?.[1] ?? null
const entry = /\/src\/client\/main\.tsx$/
const login = /\/features\/auth\/login-screen\.tsx$/
const isLogin = (id: string) => /\/src\/client\/features\/auth\//.test(id)
const frame = /\/src\/client\/frame\/signed-in-app\.tsx$/

/** What follows a subscription: packages declare it beside what every call needs, and `left-out.ts` takes it apart. */
const isOfSubscriptions = (id: string) =>
  /\/@trpc\/(?:client\/dist\/wsLink|server\/dist\/resolveResponse)-[\w-]+\.mjs$/.test(id)

/** Return a module's transitive imports, without those of subscriptions. */
function closureOf(start: string, graph: Graph, found: Set<string> = new Set()): Set<string> {
  if (found.has(start) || isOfSubscriptions(start)) return found
  found.add(start)
  for (const id of graph.getModuleInfo(start)?.importedIds ?? []) closureOf(id, graph, found)
  return found
}

function plan(graph: Graph, client: string): ReadonlyMap<string, string> {
  const ids = [...graph.getModuleIds()]
  // Without this, a renamed file would split the frame into dozens of requests unnoticed.
  const idOf = (pattern: RegExp): string => {
    const id = ids.find((one) => pattern.test(one))
    if (id === undefined) throw new Error(`${pattern} matches no module: has its file been renamed?`)
    return id
  }
  for (const end of [...daysFiles, ...overPageFiles, ...startPageFiles, ...outsideFiles])
    if (!ids.some((id) => id.endsWith(end))) throw new Error(`${end} is no module: has it been renamed?`)
  const start = closureOf(idOf(entry), graph)
  // Modules that the sign-in page shares with the screens load before both, so that the page need not load the frame.
  for (const id of closureOf(idOf(login), graph)) if (!isLogin(id) && !isWords(id)) start.add(id)
  const console = closureOf(idOf(frame), graph)
  const closures = new Map(ids.filter(isScreen).map((id) => [id, closureOf(id, graph)]))
  const screens = [...closures.values()]
  const wordsFile = wordsFiles(client)
  const chunks = new Map<string, string>()
  const usersOf = (id: string) => screens.filter((closure) => closure.has(id)).length
  const isCommon = (id: string): boolean => {
    const users = usersOf(id)
    const small = (graph.getModuleInfo(id)?.code?.length ?? 0) < common.bytes
    return (
      start.has(id) ||
      console.has(id) ||
      users >= screens.length * commonShare ||
      (users >= (areaOf(id) === null ? common.screens : common.screensOfAreas) && small) ||
      (users > 1 && isIcon(id)) ||
      isOfStartPage(id)
    )
  }
  const waits = (id: string) => [...closureOf(id, graph)].some(isOverPage)
  const atOnce = ids
    .filter((id) => isFocusMemory(id) || (isOwn(id) && isCommon(id) && !waits(id)))
    .reduce((found, id) => closureOf(id, graph, found), new Set<string>())
  const overPage = ids.filter(isOverPage).reduce((found, id) => closureOf(id, graph, found), new Set<string>())
  const memory = ids.filter(isFocusMemory).reduce((found, id) => closureOf(id, graph, found), new Set<string>())
  const sizeOf = (id: string) => graph.getModuleInfo(id)?.code?.length ?? 0
  for (const id of ids) {
    if (start.has(id)) {
      if (!entry.test(id)) chunks.set(id, 'start')
      continue
    }
    const users = usersOf(id)
    // With all its own imports: two files that import each other cannot both load first.
    const needs = [...closureOf(id, graph)]
    const apart = needs.some(isForm)
      ? 'forms'
      : needs.some(isOfCharts)
        ? 'charts'
        : needs.some(isOfDays)
          ? 'days'
          : needs.some(isOverPage)
            ? 'dialogs'
            : null
    if (isOutside(id) || isOfSubscriptions(id)) continue
    if (overPage.has(id) && !atOnce.has(id)) chunks.set(id, 'dialogs')
    else if (memory.has(id) || (apart === null && needs.every(isCommon))) chunks.set(id, 'console')
    // Forms and dialogs of all areas are in files of their own, also those that screens load when they open them.
    else if (areaOf(id) === null && isOwn(id) && (apart === 'forms' || apart === 'dialogs')) chunks.set(id, apart)
    else if (apart !== null && users > 1 && (isForm(id) || isOfCharts(id) || isOfDays(id) || isCommon(id)))
      chunks.set(id, apart)
    else if (isLanguage(id)) {
      const file = wordsFile(id)
      if (file !== undefined) chunks.set(id, file)
    }
  }
  const moduleOf = (id: string) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    return { imports: importedIds, later: dynamicallyImportedIds, bytes: sizeOf(id) }
  }
  return joinSmallFiles({
    modules: new Map(ids.map((id) => [id, moduleOf(id)])),
    screens: closures,
    frame: new Set([...start, ...console]),
    files: chunks,
    isClosed: (name) => closedFiles.has(name) || entry.test(name) || isWords(name) || isLanguage(name),
    closureOf: (id) => closureOf(id, graph),
  })
}

/**
 * Assign each module of the screens to a file: the frame with modules of most screens is one, dates, charts, forms and
 * dialogs are others, and `joinSmallFiles` plans the rest. What loads later is left to the bundler.
 */
export function chunkPlan(client: string): Rollup.GetManualChunk {
  let planned: ReadonlyMap<string, string> | undefined
  return (id, graph) => {
    planned ??= plan(graph, client)
    return planned.get(id)
  }
}
