import { useSyncExternalStore } from 'react'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

// early/early.ts reads it before the first paint.
const storageKey = 'theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const chosen = (): ThemeChoice => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

function apply(): void {
  const choice = chosen()
  document.documentElement.dataset.theme = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice
  for (const listener of listeners) listener()
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

export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, chosen)
