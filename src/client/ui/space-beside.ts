const listeners = new Set<(isBeside: boolean) => void>()
/** Below this width, details beside a list leave too little for all of its fields; equal to `wide` of the styles. */
const tight = matchMedia('(width < 100rem)')
const root = document.documentElement

const isBeside = () => 'beside' in root.dataset && tight.matches

const tell = () => {
  for (const listener of listeners) listener(isBeside())
}
tight.addEventListener('change', tell)
addEventListener('resize', tell)

/** Call the listener now, and whenever the width that a list has for its fields changes. */
export function onSpaceChange(listener: (isBeside: boolean) => void): () => void {
  listeners.add(listener)
  listener(isBeside())
  return () => {
    listeners.delete(listener)
  }
}

/** Reserve the width of details beside the list, or release it, and keep the element at its place on the screen. */
export function reserveBeside(reserved: boolean, kept: Element | null): void {
  // The listeners record the sizes that they keep.
  tell()
  const before = kept?.getBoundingClientRect().top
  if (reserved) root.dataset.beside = ''
  else delete root.dataset.beside
  tell()
  if (before === undefined || !kept?.isConnected) return
  const moved = kept.getBoundingClientRect().top - before
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
}
