let preloader: (path: string) => void = () => {}

/** `known-routes.ts` says here how a screen is fetched ahead; links only know that it can be. */
export const setPreloader = (next: (path: string) => void): void => {
  preloader = next
}

/** Fetches the script of the screen behind a path of the application, query and all. */
export const preloadScreen = (href: string): void => preloader(href.split(/[?#]/)[0] ?? href)
