import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright'

/** Minified, because every page parses it anew. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe sees as WeakMap and WeakSet: it is compiled for browsers without private fields, and each colour has seven in
 * such maps. A property of the object itself is several times faster.
 */
const fieldMap = `class {
  key = Symbol()
  has(owner) { return this.key in owner }
  get(owner) { return owner[this.key] }
  set(owner, value) { owner[this.key] = value; return this }
  add(owner) { return this.set(owner, true) }
}`

/** Parse each colour of a page once; axe parses that of every background below every text. */
const parseOnce = `
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const known = new Map()
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parseString.call(this, text)
    known.set(text, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }`

/** Both together make a check a third cheaper; its findings stay the same. */
const source = `{ const Fields = ${fieldMap}; (function (WeakMap, WeakSet) { ${axe} })(Fields, Fields); ${parseOnce} }`

/**
 * WCAG 2.2 AA (the size of targets is not a rule by default) and good practice. Without what no finding below shows:
 * passed rules, selectors of elements, and style sheets, which only experimental rules read.
 */
const options: RunOptions = {
  resultTypes: ['violations'],
  reporter: 'no-passes',
  selectors: false,
  preload: { assets: ['media'] },
  rules: { 'target-size': { enabled: true } },
}

type InPage = { axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> } }

/**
 * Return the findings of axe in the page and its frames, one line each; empty = none. `within` checks only the parts
 * that these selectors find. axe's own package for Playwright parses the whole source twice for each check.
 */
export async function accessProblems(page: Page, ...within: string[]): Promise<string[]> {
  // Rows are dimmed until the next ones arrive.
  await page.locator('table[aria-busy="true"]').first().waitFor({ state: 'detached' })
  for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(source)
  const { violations } = await page.evaluate(
    ({ include, chosen }) =>
      (window as unknown as InPage).axe.run(include.length === 0 ? document : { include }, chosen),
    { include: within, chosen: options },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // A target below the bar at the lower edge of a page gets its full size by scrolling.
      .filter(({ any }) => !any.some(({ data }) => /^(partiallyO|o)bscured/.test(data?.messageKey ?? '')))
      .map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}
