/** The text typed after the palette was requested and before it is shown; null = no palette is awaited. */
let typed: string | null = null
let patience: ReturnType<typeof setTimeout> | undefined
/** The most milliseconds to capture keys: a palette whose script is not loaded must not keep them. */
const longestWait = 4_000

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || typed === null) return
  if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Capture the keys typed while the palette loads, so that a fast typist loses none and triggers no shortcut of the
 * page.
 */
export function beginTypingAhead(): void {
  if (typed === null) addEventListener('keydown', onKeyDown, true)
  typed = ''
  clearTimeout(patience)
  patience = setTimeout(endTypingAhead, longestWait)
}

/** Return the text typed in the meantime; from now on the palette handles the keys. */
export function endTypingAhead(): string {
  const kept = typed ?? ''
  typed = null
  clearTimeout(patience)
  removeEventListener('keydown', onKeyDown, true)
  return kept
}
