/** What was typed since the palette was asked for and before it was there; null = nobody waits for it. */
let typed: string | null = null
let patience: ReturnType<typeof setTimeout> | undefined
/** A palette whose script does not come must not keep the keys. */
const longestWait = 4_000

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || typed === null) return
  if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps letters that are typed while the palette is on its way, so that somebody fast loses none and acts on nothing of the page. */
export function beginTypingAhead(): void {
  if (typed === null) addEventListener('keydown', onKeyDown, true)
  typed = ''
  clearTimeout(patience)
  patience = setTimeout(endTypingAhead, longestWait)
}

/** What was typed meanwhile; from now on the palette has the keys. */
export function endTypingAhead(): string {
  const kept = typed ?? ''
  typed = null
  clearTimeout(patience)
  removeEventListener('keydown', onKeyDown, true)
  return kept
}
