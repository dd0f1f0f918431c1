import { createNotifier } from './external-store.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

// early/early.ts reads it before the first paint.
const storageKey = 'theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const paper = matchMedia('print')
const { notify, useValue } = createNotifier()
/** The theme of the present screen, if that has its own. */
let ofScreen: 'light' | 'dark' | null = null

const chosen = (): ThemeChoice => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

function apply(): void {
  const choice = chosen()
  document.documentElement.dataset.theme = paper.matches
    ? 'light'
    : (ofScreen ?? (choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice))
  notify()
}

/** Follow the system and the other tabs from now on, and print in the light theme. */
export function followTheme(): void {
  for (const medium of [dark, paper]) medium.addEventListener('change', apply)
  addEventListener('storage', (event) => event.key === storageKey && apply())
}

/** Show a screen in its own theme, also when the system changes to another; null = in the chosen one again. */
export function themeOfScreen(theme: 'light' | 'dark' | null): void {
  ofScreen = theme
  apply()
}

/** Store the choice in this browser; `system` removes it. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  apply()
}

export const useThemeChoice = (): ThemeChoice => useValue(chosen)
