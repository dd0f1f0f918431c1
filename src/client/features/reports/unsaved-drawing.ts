import { useCallback } from 'react'
import { createNotifier } from '#client/external-store.ts'

/** A drawing as the server had it when its changes began. */
type Seen = { objects: readonly unknown[]; version: number }
/** The objects of a changed drawing, and the drawing that they are based on. */
export type UnsavedDrawing = { objects: readonly unknown[]; from: Seen }

// Drawings with unsaved changes, by the id of their report. They stay in the memory of the page, so that another screen
// can be opened in between; the browser asks before it closes the page.
const unsaved = new Map<number, UnsavedDrawing>()
const { notify, useValue } = createNotifier()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

export const unsavedDrawing = (id: number): UnsavedDrawing | null => unsaved.get(id) ?? null

/** Keep a changed drawing; null = it is as the server has it. */
export function keepDrawing(id: number, changed: UnsavedDrawing | null): void {
  if (changed === null) unsaved.delete(id)
  else unsaved.set(id, changed)
  if (unsaved.size === 0) removeEventListener('beforeunload', warn)
  else addEventListener('beforeunload', warn)
  notify()
}

/** The server has `saved` now. What was drawn while it was being saved stays unsaved. */
export function drawingSaved(id: number, saved: Seen): void {
  const kept = unsaved.get(id)
  if (kept) keepDrawing(id, kept.objects === saved.objects ? null : { ...kept, from: saved })
}

/** A drawing with unsaved changes; null = it has none. */
export function useUnsavedDrawing(id: number): UnsavedDrawing | null {
  const read = useCallback(() => unsavedDrawing(id), [id])
  return useValue(read)
}
