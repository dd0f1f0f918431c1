import type { Rollup } from 'vite'

type Graph = Parameters<Rollup.GetManualChunk>[1]

/** What so many screens need comes with the frame around them: one file instead of dozens, which is compressed better, too. What belongs to an area has a file to come in,
 * so more screens have to need it; a screen that is smaller than asking for it comes with its area, too. */
const common = { screens: 5, screensOfAreas: 6, bytes: 8_192, screenBytes: 2_048 }
/** What more than this share of the screens need does so whatever its size. */
const commonShare = 0.4

const isScreen = (id: string) => /\/src\/client\/features\/.*-screen\.tsx$/.test(id)
/** They come by themselves, with the screens that say them. */
const isWords = (id: string) => /\/src\/shared\/i18n\//.test(id)
/** What forms are made of: a screen that shows one needs it, the frame does not. */
const isForm = (id: string) => /\/node_modules\/(react-hook-form|@hookform\/[\w-]+)\//.test(id)
/** The field of a day with its calendar, and what surrounds a chart: many screens have them, the frame and most lists do not. */
const isOfDays = (id: string) =>
  /\/src\/client\/ui\/(calendar|calendar-days|date-range|date-field|day-input|list\/day-range-filter)\.tsx?$/.test(id)
const isOfCharts = (id: string) => /\/src\/client\/ui\/(chart(-[\w-]+)?|axis-note|known-months)\.tsx?$/.test(id)
/** What lies over the page, and the choices of a field: nothing of it is there before somebody asks for it. */
const isOverPage = (id: string) => /\/src\/client\/ui\/(dialog|covering-drawer|combobox-box)\.tsx$/.test(id)
/** One is smaller than asking for it. */
const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id)
/** Remembers where the focus was before a dialog opens, so it must be there before the dialog is. */
const isFocusMemory = (id: string) => /\/@headlessui\/.*\/active-element-history\.js$/.test(id)
const isOwn = (id: string) => !id.includes('/node_modules/')
const areaOf = (id: string): string | null => /\/features\/([\w-]+)\//.exec(id)?.[1] ?? null
const entry = /\/src\/client\/main\.tsx$/
const login = /\/features\/auth\/login-screen\.tsx$/
const isLogin = (id: string) => /\/src\/client\/features\/auth\//.test(id)
const frame = /\/src\/client\/frame\/console\.tsx$/

/** Everything that a module brings with it. */
function closureOf(start: string, graph: Graph, found: Set<string> = new Set()): Set<string> {
  if (found.has(start)) return found
  found.add(start)
  for (const id of graph.getModuleInfo(start)?.importedIds ?? []) closureOf(id, graph, found)
  return found
}

function plan(graph: Graph): ReadonlyMap<string, string> {
  const ids = [...graph.getModuleIds()]
  const start = closureOf(ids.find((id) => entry.test(id)) ?? '', graph)
  // What the sign-in page shares with the screens comes before both, so that it need not bring the frame.
  for (const id of closureOf(ids.find((id) => login.test(id)) ?? '', graph))
    if (!isLogin(id) && !isWords(id)) start.add(id)
  const console = closureOf(ids.find((id) => frame.test(id)) ?? '', graph)
  const screens = ids.filter(isScreen).map((id) => closureOf(id, graph))
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
      (users > 1 && isIcon(id))
    )
  }
  const waits = (id: string) => [...closureOf(id, graph)].some(isOverPage)
  const atOnce = ids
    .filter((id) => isFocusMemory(id) || (isOwn(id) && isCommon(id) && !waits(id)))
    .reduce((found, id) => closureOf(id, graph, found), new Set<string>())
  const overPage = ids.filter(isOverPage).reduce((found, id) => closureOf(id, graph, found), new Set<string>())
  const sizeOf = (id: string) => graph.getModuleInfo(id)?.code?.length ?? 0
  for (const id of ids) {
    if (start.has(id)) {
      if (!entry.test(id)) chunks.set(id, 'start')
      continue
    }
    const users = usersOf(id)
    // With all that it needs itself: two files that import each other cannot both come first.
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
    // What it alone needs would have to come between two parts of the same file.
    const comesWithArea =
      apart === null &&
      isScreen(id) &&
      sizeOf(id) < common.screenBytes &&
      needs.every((one) => one === id || start.has(one) || usersOf(one) > 1)
    if (overPage.has(id) && !atOnce.has(id)) chunks.set(id, 'dialogs')
    else if (isFocusMemory(id) || (apart === null && needs.every(isCommon))) chunks.set(id, 'console')
    else if (apart !== null && users > 1 && (isForm(id) || isOfCharts(id) || isOfDays(id) || isCommon(id)))
      chunks.set(id, apart)
    else if (!isWords(id) && (users > 1 || comesWithArea)) {
      const area = areaOf(id)
      // What two screens alone share, as the calculation of the wizard, is no matter of all others.
      if (area !== null || users > 2) chunks.set(id, `${area ?? 'further'}${apart === 'charts' ? '-charts' : ''}`)
    }
  }
  return chunks
}

/** Which file a module of the browser comes in: the frame with what most screens share is one, what screens of an area share is another; the rest is left to the bundler. */
export function chunkPlan(): Rollup.GetManualChunk {
  let planned: ReadonlyMap<string, string> | undefined
  return (id, graph) => {
    planned ??= plan(graph)
    return planned.get(id)
  }
}
