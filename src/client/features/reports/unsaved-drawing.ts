import { useCallback, useSyncExternalStore } from 'react'

// Drawings with unsaved changes, by the id of their report. They stay in the memory of the page, so that another screen
// can be opened in between; the browser asks before it closes the page.
const unsaved = new Map<number, readonly unknown[]>()
const listeners = new Set<() => void>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

export const unsavedDrawing = (id: number): readonly unknown[] | null => unsaved.get(id) ?? null

/** Keep the objects of a changed drawing; null = it is as the server has it. */
export function keepDrawing(id: number, objects: readonly unknown[] | null): void {
  if (objects === null) unsaved.delete(id)
  else unsaved.set(id, objects)
  if (unsaved.size === 0) removeEventListener('beforeunload', warn)
  else addEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

/** The server has these objects now. What was drawn while they were being saved stays unsaved. */
export function drawingSaved(id: number, sent: readonly unknown[]): void {
  if (unsaved.get(id) === sent) keepDrawing(id, null)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The objects of a drawing with unsaved changes; null = it has none. */
export function useUnsavedDrawing(id: number): readonly unknown[] | null {
  const read = useCallback(() => unsavedDrawing(id), [id])
  return useSyncExternalStore(listen, read)
}
