// Runs before the first paint, so that nobody sees a flash of the other theme. `theme.ts` writes what this reads.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden; the system's choice holds then.
  }
  document.documentElement.dataset.theme = chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light'
})()
