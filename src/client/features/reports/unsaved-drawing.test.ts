import { beforeEach, expect, test, vi } from 'vitest'
import { drawingSaved, keepDrawing, unsavedDrawing } from './unsaved-drawing.ts'

const warnings = new Set<unknown>()
beforeEach(() => {
  vi.stubGlobal('addEventListener', (_: string, listener: unknown) => warnings.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: unknown) => warnings.delete(listener))
})

test('Keep what is drawn while the drawing is being saved, and ask until all is saved', () => {
  const [sent, more] = [[{ type: 'line' }], [{ type: 'line' }, { type: 'rect' }]]
  keepDrawing(1, sent)
  keepDrawing(1, more)
  drawingSaved(1, sent)
  expect([unsavedDrawing(1), unsavedDrawing(2), warnings.size]).toEqual([more, null, 1])
  keepDrawing(2, [])
  drawingSaved(1, more)
  expect([unsavedDrawing(1), unsavedDrawing(2), warnings.size]).toEqual([null, [], 1])
  keepDrawing(2, null)
  expect(warnings.size).toBe(0)
})
