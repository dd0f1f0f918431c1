import type { Plugin } from 'vite'

const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const early = /(<script[^>]* src="\/early\.js")/

/**
 * Preload the console's script instead of running it: `early.ts` runs it after the first paint. All scripts load after
 * the style sheet, which the first paint needs.
 */
export const lateScript: Plugin = {
  name: 'late-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const [, main] = script.exec(page) ?? []
      if (main === undefined || !early.test(page)) throw new Error('index.html has no script, or no early one')
      return page
        .replace(script, `<link rel="modulepreload" crossorigin href="${main}">`)
        .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
        .replace(early, `$1 data-main="${main}"`)
    },
  },
}
