import { createNotifier } from './external-store.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

// early/early.ts reads it before the first paint.
const storageKey = 'theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const { notify, useValue } = createNotifier()

const chosen = (): ThemeChoice => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

function apply(): void {
  const choice = chosen()
  document.documentElement.dataset.theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice
  notify()
}

/** Follow the system and the other tabs from now on. */
export function followTheme(): void {
  dark.addEventListener('change', apply)
  addEventListener('storage', (event) => event.key === storageKey && apply())
}

/** Store the choice in this browser; `system` removes it. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  apply()
}

export const useThemeChoice = (): ThemeChoice => useValue(chosen)
