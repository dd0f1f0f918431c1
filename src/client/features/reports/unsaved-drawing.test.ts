import { beforeEach, expect, test, vi } from 'vitest'
import { combinedObjects } from './drawing.ts'
import { drawingSaved, keepDrawing, unsavedDrawing } from './unsaved-drawing.ts'

const warnings = new Set<unknown>()
beforeEach(() => {
  vi.stubGlobal('addEventListener', (_: string, listener: unknown) => warnings.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: unknown) => warnings.delete(listener))
})

test('Keep what is drawn while the drawing is being saved, and ask until all is saved', () => {
  const [sent, more] = [[{ type: 'line' }], [{ type: 'line' }, { type: 'rect' }]]
  const from = { objects: [], version: 0 }
  keepDrawing(1, { objects: sent, from })
  keepDrawing(1, { objects: more, from })
  drawingSaved(1, { objects: sent, version: 1 })
  expect([unsavedDrawing(1), unsavedDrawing(2), warnings.size]).toEqual([
    { objects: more, from: { objects: sent, version: 1 } },
    null,
    1,
  ])
  keepDrawing(2, { objects: [], from })
  drawingSaved(1, { objects: more, version: 2 })
  expect([unsavedDrawing(1), unsavedDrawing(2)?.objects, warnings.size]).toEqual([null, [], 1])
  keepDrawing(2, null)
  expect(warnings.size).toBe(0)
})

test('Combine the changes of two people: keep what either added, drop what either removed', () => {
  const [crack, dent, valve, note] = ['crack', 'dent', 'valve', 'note'].map((text) => ({ type: 'text', text }))
  expect(combinedObjects([crack, dent], [crack, note], [crack, dent, valve])).toEqual([crack, valve, note])
  expect(combinedObjects([crack, dent], [crack, dent, note], [dent])).toEqual([dent, note])
  expect(combinedObjects([], [note], [note])).toEqual([note])
})
