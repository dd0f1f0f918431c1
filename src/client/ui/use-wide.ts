import { useSyncExternalStore } from 'react'

const following = (media: MediaQueryList) => () =>
  useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )

/**
 * Is the page wide enough for the menu beside it, a column beside a form, a row of fields? The same width as `lg` and
 * `wide` of the styles.
 */
export const useWide: () => boolean = following(matchMedia('(width >= 64rem)'))

/** Is the page wide enough for the details of a row beside its list? The same width as in `styles.css`. */
export const useSpaceBeside: () => boolean = following(matchMedia('(min-width: 80rem)'))
