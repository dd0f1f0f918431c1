const inputEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
const waiting: (() => void)[] = []
let started = false

function start(): void {
  started = true
  for (const name of inputEvents) removeEventListener(name, start, true)
  for (const load of waiting.splice(0)) load()
}
for (const name of inputEvents) addEventListener(name, start, { capture: true, passive: true })

/**
 * Load something when the user first uses the page: it is ready at the click, and does not delay
 * the first paint.
 */
export function onFirstInput(load: () => void): void {
  if (started) load()
  else waiting.push(load)
}
