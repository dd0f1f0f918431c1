import type { Word } from '#shared/i18n/index.ts'
import { choiceFields, type FieldName, numberFields, textFields } from '#shared/selection/project-fields.ts'

export type WizardPage = 1 | 2 | 3 | 4 | 5
export const wizardPages: readonly WizardPage[] = [1, 2, 3, 4, 5]
export const lastInputPage = 4 satisfies WizardPage
export const reportPage = 5 satisfies WizardPage
const percentOfPage = 20

/** Documented: 20 % a page. */
export const percentAt = (page: WizardPage): number => page * percentOfPage
export const pageTitles: Record<WizardPage, Word> = {
  1: 'wizard.page1',
  2: 'wizard.page2',
  3: 'wizard.page3',
  4: 'wizard.page4',
  5: 'wizard.page5',
}

export const asPage = (page: number): WizardPage | null => wizardPages.find((known) => known === page) ?? null

const pages: Readonly<Record<string, { page: 1 | 2 | 3 }>> = { ...numberFields, ...choiceFields, ...textFields }
/** The page with a field. */
export const pageOf = (field: FieldName): 1 | 2 | 3 => pages[field]?.page ?? 1

/** Number of empty required values and of invalid values on a page. */
export type Gaps = { missing: number; wrong: number }

/** Return the missing and invalid values of each page; complete pages have no entry. */
export function gapsOf(missing: Iterable<FieldName>, wrong: Iterable<FieldName>): ReadonlyMap<WizardPage, Gaps> {
  const pageGaps = new Map<WizardPage, Gaps>()
  const count = (fields: Iterable<FieldName>, kind: keyof Gaps) => {
    for (const field of fields) {
      const page = pageOf(field)
      const gaps = pageGaps.get(page) ?? { missing: 0, wrong: 0 }
      pageGaps.set(page, { ...gaps, [kind]: gaps[kind] + 1 })
    }
  }
  count(missing, 'missing')
  count(wrong, 'wrong')
  return pageGaps
}

/**
 * The complete pages before this one, which get a tick. On the report page all are complete, because otherwise there
 * would be no report.
 */
export function donePages(page: WizardPage, pageGaps: ReadonlyMap<WizardPage, Gaps>): ReadonlySet<WizardPage> {
  return new Set(wizardPages.filter((step) => step < page && (page === reportPage || !pageGaps.has(step))))
}

/** Focus a field of the visible page; return false when the page does not have it. */
export function focusField(field: FieldName): boolean {
  const box = document.querySelector(`[data-field="${field}"]`)
  const control = box?.querySelector<HTMLElement>('input:checked') ?? box?.querySelector<HTMLElement>('input, button')
  if (!control) return false
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
  return true
}
