const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
const waiting: (() => void)[] = []
let seen = false

function see(): void {
  seen = true
  for (const sign of signs) removeEventListener(sign, see, true)
  for (const load of waiting.splice(0)) load()
}
for (const sign of signs) addEventListener(sign, see, { capture: true, passive: true })

/**
 * Load something at the first sign that the user interacts with the page: it is ready at the click, and does not delay
 * the first paint.
 */
export function atFirstSign(load: () => void): void {
  if (seen) load()
  else waiting.push(load)
}
