import { useEffect, useState } from 'react'

/**
 * A wall screen is dark until somebody asks for light; the choice of the console comes back when it is left.
 * The whole page takes the colours, so that what opens over it has them too.
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
