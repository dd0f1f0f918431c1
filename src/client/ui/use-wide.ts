import { useSyncExternalStore } from 'react'

const following = (media: MediaQueryList) => () =>
  useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )

/** Is there space for a column beside the form? */
export const useWide: () => boolean = following(matchMedia('(min-width: 1024px)'))

/** Is there space for the details of a row beside its list? The same width as in `styles.css`. */
export const useRoomBeside: () => boolean = following(matchMedia('(min-width: 80rem)'))
