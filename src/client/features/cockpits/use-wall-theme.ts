import { useEffect, useState } from 'react'

/**
 * The theme of a wall: dark until the user chooses light; leaving the wall restores the theme of the console. It
 * applies to the whole page, so that dialogs over the wall have it too.
 */
export function useWallTheme(): { dark: boolean; toggle: () => void } {
  const [dark, setDark] = useState(true)
  useEffect(() => {
    const page = document.documentElement.dataset
    const before = page.theme
    page.theme = dark ? 'dark' : 'light'
    return () => {
      page.theme = before
    }
  }, [dark])
  return { dark, toggle: () => setDark((now) => !now) }
}
