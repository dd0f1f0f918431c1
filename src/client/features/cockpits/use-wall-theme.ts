import { useEffect, useState } from 'react'
import { themeOfScreen } from '#client/theme.ts'

/**
 * The theme of a wall: dark until the user chooses light; leaving the wall restores the theme of the console. It
 * applies to the whole page, so that dialogs over the wall have it too.
 */
export function useWallTheme(): { dark: boolean; toggle: () => void } {
  const [dark, setDark] = useState(true)
  useEffect(() => {
    themeOfScreen(dark ? 'dark' : 'light')
    return () => themeOfScreen(null)
  }, [dark])
  return { dark, toggle: () => setDark((now) => !now) }
}
