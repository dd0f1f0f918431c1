import { useEffect } from 'react'

/** Print in the light theme: paper is white, and browsers leave out dark backgrounds. */
export function usePaper(): void {
  useEffect(() => {
    const page = document.documentElement
    let before: string | undefined
    const lighten = () => {
      before = page.dataset.theme
      page.dataset.theme = 'light'
    }
    const restore = () => {
      if (before !== undefined) page.dataset.theme = before
    }
    addEventListener('beforeprint', lighten)
    addEventListener('afterprint', restore)
    return () => {
      removeEventListener('beforeprint', lighten)
      removeEventListener('afterprint', restore)
    }
  }, [])
}
