import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 1024px)')

/** Is there room for a column beside the form? */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
