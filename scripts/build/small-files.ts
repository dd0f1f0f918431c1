/** A module: what it imports, at once and later, and the length of its code. */
type Module = { imports: readonly string[]; later: readonly string[]; bytes: number }
type Ids = ReadonlySet<string>
type Given = {
  modules: ReadonlyMap<string, Module>
  /** All modules that each screen imports, by the id of the screen. */
  screens: ReadonlyMap<string, Ids>
  /** All modules of the frame, which opens its parts on every screen. */
  frame: Ids
  /** The file of each module that has one already. */
  files: ReadonlyMap<string, string>
  /** Files and modules to which nothing is added. */
  isClosed: (name: string) => boolean
  closureOf: (id: string) => Ids
}

/**
 * One request less is worth loading this many bytes of source without need, compressed about 9 KiB: on slow 4G a browser
 * loads six files at a time, each with more than half a second of latency, in which 90 KiB arrive.
 */
const requestBytes = 57_344

class Sets<Key> extends Map<Key, Set<string>> {
  of(key: Key): Set<string> {
    const found = this.get(key) ?? new Set()
    this.set(key, found)
    return found
  }
}

/** Return the parts that load later, with the screens on which they are opened. */
function partsOf({ modules, screens, frame, closureOf }: Given): Map<string, Set<string>> {
  const parts = new Sets<string>()
  const openFrom = (ids: Ids, openers: Iterable<string>) => {
    const all = [...openers]
    for (const id of ids)
      for (const part of modules.get(id)?.later ?? []) {
        if (screens.has(part)) continue
        const known = parts.of(part)
        const more = all.filter((screen) => !known.has(screen))
        for (const screen of more) known.add(screen)
        if (more.length > 0) openFrom(closureOf(part), more)
      }
  }
  openFrom(frame, screens.keys())
  for (const [screen, ids] of screens) openFrom(ids, [screen])
  return parts
}

type Plan = { file: Map<string, string>; screensOf: Sets<string>; laterOf: Sets<string> }

/** Give each module of a screen without a file the same file as the modules that the same screens and parts need. */
function withAll(given: Given): Plan {
  const { screens, files, isClosed, closureOf } = given
  const screensOf = new Sets<string>()
  for (const [screen, ids] of screens) for (const id of ids) screensOf.of(id).add(screen)
  const laterOf = new Sets<string>()
  const partsWith = new Sets<string>()
  for (const [part, openers] of partsOf(given))
    for (const id of closureOf(part)) {
      const others = [...openers].filter((screen) => !screensOf.get(id)?.has(screen))
      for (const screen of others) laterOf.of(id).add(screen)
      if (others.length > 0) partsWith.of(id).add(part)
    }
  const file = new Map(files)
  const names = new Map<string, string>()
  const taken = new Set(files.values())
  const nameOf = (id: string) => {
    const name = id.replace(/.*\/|\.\w+$/g, '')
    const free = taken.has(name) ? `${name}-${taken.size}` : name
    taken.add(free)
    return free
  }
  // The screens first: a file has the name of its screen.
  for (const id of new Set([...screens.keys(), ...screensOf.keys()])) {
    if (file.has(id) || isClosed(id)) continue
    const users = JSON.stringify([[...screensOf.of(id)].sort(), [...partsWith.of(id)].sort()])
    const name = names.get(users) ?? nameOf(id)
    names.set(users, name)
    file.set(id, name)
  }
  return { file, screensOf, laterOf }
}

type File = { bytes: number; needs: Set<string>; screens: Set<string>; later: Set<string> }

/** Return the files of a plan, each with the files that it imports and the screens that load it. */
function filesOf({ modules, screens }: Given, { file, laterOf }: Plan): Map<string, File> {
  const files = new Map<string, File>()
  const at = (name: string): File => {
    const found = files.get(name) ?? { bytes: 0, needs: new Set(), screens: new Set(), later: new Set() }
    files.set(name, found)
    return found
  }
  for (const [id, { imports, bytes }] of modules) {
    const name = file.get(id) ?? id
    const one = at(name)
    one.bytes += bytes
    for (const other of imports) if ((file.get(other) ?? other) !== name) one.needs.add(file.get(other) ?? other)
    for (const screen of laterOf.get(id) ?? []) one.later.add(screen)
  }
  const load = (name: string, screen: string) => {
    const one = at(name)
    if (one.screens.has(screen)) return
    one.screens.add(screen)
    for (const other of one.needs) load(other, screen)
  }
  for (const [screen, ids] of screens) for (const id of ids) load(file.get(id) ?? id, screen)
  return files
}

type Files = ReadonlyMap<string, File>
const none: Ids = new Set()

/** Return all files that a file imports, directly or not. */
function allNeeds(files: Files): (name: string) => Ids {
  const known = new Map<string, Set<string>>()
  const collect = (name: string, found: Set<string>) => {
    for (const other of files.get(name)?.needs ?? none) {
      if (found.has(other)) continue
      found.add(other)
      collect(other, found)
    }
    return found
  }
  return (name) => {
    const found = known.get(name) ?? collect(name, new Set())
    known.set(name, found)
    return found
  }
}

/** Return how many bytes all screens together save when two files become one; 0 = that costs more, or is impossible. */
function gainOf(files: Files, needsOf: (name: string) => Ids, pair: readonly [string, string]): number {
  const loaders = pair.map((name) => files.get(name)?.screens ?? none)
  const both = [...(loaders[0] ?? none)].filter((screen) => loaders[1]?.has(screen)).length
  if (both === 0) return 0
  // Through a third file, two files would import each other.
  const between = (one: string, other: string) =>
    [...(files.get(one)?.needs ?? none)].some((name) => name !== other && needsOf(name).has(other))
  if (between(pair[0], pair[1]) || between(pair[1], pair[0])) return 0
  const needed = [...new Set([...pair, ...pair.flatMap((name) => [...needsOf(name)])])]
  const one = (of: 'screens' | 'later') => new Set(pair.flatMap((name) => [...(files.get(name)?.[of] ?? none)]))
  const loading = one('screens')
  const opening = [...one('later')].filter((screen) => !loading.has(screen))
  return needed.reduce((gain, name) => {
    const { bytes = 0, screens = none, later = none } = files.get(name) ?? {}
    const added =
      [...loading].filter((screen) => !screens.has(screen)).length +
      opening.filter((screen) => !screens.has(screen) && !later.has(screen)).length
    return gain - added * (bytes + (pair.includes(name) ? 0 : requestBytes))
  }, both * requestBytes)
}

/**
 * Complete a plan of files: modules that the same screens need are one file, and a small file is joined with another
 * one where the requests saved are worth more than the bytes that some screens load without need.
 */
export function joinSmallFiles(given: Given): Map<string, string> {
  const plan = withAll(given)
  for (;;) {
    const files = filesOf(given, plan)
    const needsOf = allNeeds(files)
    const names = [...files].filter(([name, { screens }]) => screens.size > 0 && !given.isClosed(name)).map(([n]) => n)
    const pairs = names.flatMap((a, at) => names.slice(at + 1).map((b) => [a, b] as const))
    let best: { pair: readonly [string, string]; gain: number } | undefined
    for (const pair of pairs) {
      const gain = gainOf(files, needsOf, pair)
      if (gain > (best?.gain ?? 0)) best = { pair, gain }
    }
    if (best === undefined) return plan.file
    const [kept, joined] = best.pair
    for (const [id, name] of plan.file) if (name === joined) plan.file.set(id, kept)
  }
}
