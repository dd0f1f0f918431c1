import { asPage, type WizardPage } from './wizard-pages.ts'

/** The step in an address (the part after `?`); null = none, or one that does not exist. */
export const stepOf = (search: string): WizardPage | null => asPage(Number(new URLSearchParams(search).get('step')))

/** The id in an address; null = a new project (documented: only an id above 0 is loaded). */
export function idOf(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('id') ?? 0)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Return the address part with another step, or with the id of the project once it has one. */
export function searchOf(search: string, changes: { step?: WizardPage; id?: number }): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) parameters.set(name, String(value))
  return `?${parameters}`
}

/** State of a history entry for an address without an id: it identifies the new project. */
type Mark = { newProject: string }
const markOf = (state: unknown): string | null => (state as Mark | null)?.newProject ?? null
const savedKey = (mark: string): string => `wizard_saved.${mark}`

/** The mark of the present history entry, or a new one. */
export const readMark = (): string => markOf(history.state) ?? Math.random().toString(36).slice(2)
export const stateOfMark = (mark: string): Mark => ({ newProject: mark })

/**
 * Store the id of a new project under its mark, so that earlier history entries lead to the project, also after a
 * reload.
 */
export const storeSavedId = (mark: string, id: number): void => sessionStorage.setItem(savedKey(mark), String(id))
/** The id of the project that a history entry without an id belongs to; null = the project has no id yet. */
export function savedId(state: unknown): number | null {
  const mark = markOf(state)
  return mark === null ? null : idOf(`id=${sessionStorage.getItem(savedKey(mark)) ?? ''}`)
}
