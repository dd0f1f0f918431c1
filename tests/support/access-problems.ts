import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'

/**
 * Return the findings of axe against WCAG 2.2 AA (the size of targets is not a rule by default) and good practice, one
 * line each; empty = none. Passed rules are not reported, and no second page is opened to merge iframes: both take
 * longer than all the rules. `within` checks only the part that this selector finds.
 */
export async function accessProblems(page: Page, within?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page })
  const { violations } = await (within === undefined ? builder : builder.include(within))
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // A target below the bar at the lower edge of a page gets its full size by scrolling.
      .filter(({ any }) => !any.some(({ data }) => /^(partiallyO|o)bscured/.test(data?.messageKey ?? '')))
      .map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
}
