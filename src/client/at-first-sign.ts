const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
const waiting: (() => void)[] = []
let seen = false

function see(): void {
  seen = true
  for (const sign of signs) removeEventListener(sign, see, true)
  for (const load of waiting.splice(0)) load()
}
for (const sign of signs) addEventListener(sign, see, { capture: true, passive: true })

/** Loads something at the first sign that somebody uses the page: it is there at the click, and the first paint has not waited for it. */
export function atFirstSign(load: () => void): void {
  if (seen) load()
  else waiting.push(load)
}
