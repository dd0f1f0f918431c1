let preloader: (path: string) => void = () => {}

/** Set how a screen is preloaded: `known-routes.ts` calls this, so that links need not import the screens. */
export const setPreloader = (next: (path: string) => void): void => {
  preloader = next
}

/** Preload the script of the screen for an address of the application; query and hash are ignored. */
export const preloadScreen = (href: string): void => preloader(href.split(/[?#]/)[0] ?? href)
