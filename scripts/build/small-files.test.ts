import { expect, test } from 'vitest'
import { joinSmallFiles } from './small-files.ts'

type Imports = Record<string, readonly string[]>

/** Plan the files of these modules; `large` ones have so much code that no screen should load them without need. */
function planned(imports: Imports, { later = {}, large = [] as readonly string[], files = {}, frame = 'frame' } = {}) {
  const modules = new Map(
    Object.entries(imports).map(([id, needs]) => [
      id,
      {
        imports: needs,
        later: (later as Imports)[id] ?? [],
        bytes: large.includes(id) ? 1_000_000 : 100,
      },
    ]),
  )
  const closureOf = (id: string, found = new Set<string>()): Set<string> => {
    found.add(id)
    for (const other of modules.get(id)?.imports ?? []) if (!found.has(other)) closureOf(other, found)
    return found
  }
  const screens = new Map([...modules.keys()].filter((id) => id.endsWith('-screen')).map((id) => [id, closureOf(id)]))
  const plan = joinSmallFiles({
    modules,
    screens,
    frame: closureOf(frame),
    files: new Map(Object.entries(files)),
    isClosed: (name) => name === 'frame',
    closureOf: (id) => closureOf(id),
  })
  return (id: string) => plan.get(id)
}

test('Load what the same screens need as one file, and join small files', () => {
  const file = planned({ 'a-screen': ['x', 'y'], 'b-screen': ['x', 'y', 'z'], x: [], y: [], z: [], frame: [] })
  for (const id of ['a-screen', 'b-screen', 'x', 'y', 'z']) expect(file(id)).toBe(file('x'))
  expect(file('frame')).toBeUndefined()
})

test('Let no screen load much code that only another screen needs', () => {
  const file = planned(
    { 'a-screen': ['x'], 'b-screen': ['x', 'big'], x: [], big: [], frame: [] },
    { large: ['big', 'b-screen'] },
  )
  expect(file('big')).toBe(file('b-screen'))
  expect(file('x')).toBe(file('a-screen'))
  expect(file('x')).not.toBe(file('big'))
})

test('Let a part that another screen opens not load a whole screen', () => {
  const modules = { 'a-screen': ['x'], x: [], 'b-screen': [], dialog: ['x'], frame: [] }
  const large = ['a-screen']
  expect(planned(modules, { large })('x')).toBe('a-screen')
  const file = planned(modules, { large, later: { 'b-screen': ['dialog'] } })
  expect(file('x')).not.toBe(file('a-screen'))
  // The frame opens its parts on every screen.
  expect(planned(modules, { large, later: { frame: ['dialog'] } })('x')).not.toBe('a-screen')
})

test('Never join files that would then import each other through a third one', () => {
  const file = planned(
    { 'a-screen': ['between'], between: ['x'], x: [], frame: [] },
    { files: { between: 'frame', x: 'own' } },
  )
  expect(file('a-screen')).not.toBe(file('x'))
})
