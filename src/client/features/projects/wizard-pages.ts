import type { Word } from '#shared/i18n/index.ts'
import { choiceFields, type FieldName, numberFields, textFields } from '#shared/selection/project-fields.ts'

export type WizardPage = 1 | 2 | 3 | 4 | 5
export const wizardPages: readonly WizardPage[] = [1, 2, 3, 4, 5]
export const lastInputPage = 4
export const reportPage = 5
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

export const asPage = (page: number): WizardPage => wizardPages.find((known) => known === page) ?? 1

const pages: Readonly<Record<string, { page: 1 | 2 | 3 }>> = { ...numberFields, ...choiceFields, ...textFields }
/** The page that asks for a field. */
export const pageOf = (field: FieldName): 1 | 2 | 3 => pages[field]?.page ?? 1

/** The pages before this one on which nothing is left to do; a tick stands at them. On the last page all are done, or there were no report. */
export function donePages(page: WizardPage, lacking: Iterable<FieldName>): ReadonlySet<WizardPage> {
  const open = new Set<WizardPage>(page === reportPage ? [] : [...lacking].map(pageOf))
  return new Set(wizardPages.filter((step) => step < page && !open.has(step)))
}

/** Puts the focus on a field of the page that is shown; false when it is not there. */
export function focusField(field: FieldName): boolean {
  const box = document.querySelector(`[data-field="${field}"]`)
  const control = box?.querySelector<HTMLElement>('input:checked') ?? box?.querySelector<HTMLElement>('input, button')
  if (!control) return false
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
  return true
}
