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
/** The page that asks for a field. */
export const pageOf = (field: FieldName): 1 | 2 | 3 => pages[field]?.page ?? 1

/** What a page lacks: required values that are empty, and values that have to be corrected. */
export type Lack = { missing: number; wrong: number }

/** What each page lacks; a page that lacks nothing is not in it. */
export function lacksOf(missing: Iterable<FieldName>, wrong: Iterable<FieldName>): ReadonlyMap<WizardPage, Lack> {
  const lacks = new Map<WizardPage, Lack>()
  const count = (fields: Iterable<FieldName>, kind: keyof Lack) => {
    for (const field of fields) {
      const page = pageOf(field)
      const lack = lacks.get(page) ?? { missing: 0, wrong: 0 }
      lacks.set(page, { ...lack, [kind]: lack[kind] + 1 })
    }
  }
  count(missing, 'missing')
  count(wrong, 'wrong')
  return lacks
}

/** The pages before this one on which nothing is left to do; a tick is at them. On the last page all are done, or there were no report. */
export function donePages(page: WizardPage, lacks: ReadonlyMap<WizardPage, Lack>): ReadonlySet<WizardPage> {
  return new Set(wizardPages.filter((step) => step < page && (page === reportPage || !lacks.has(step))))
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
