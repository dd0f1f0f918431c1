import { asPage, type WizardPage } from './wizard-pages.ts'

/** The step that an address (its part after `?`) names; null = none, or one that does not exist. */
export const stepOf = (search: string): WizardPage | null => asPage(Number(new URLSearchParams(search).get('step')))

/** The id that an address names; null = a new project (documented: only an id above 0 is loaded). */
export function idOf(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('id') ?? 0)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The address part of another step of the same project, or of the same step once the project has an id. */
export function searchOf(search: string, changes: { step?: WizardPage; id?: number }): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) parameters.set(name, String(value))
  return `?${parameters}`
}

/** What the browser's history keeps of an address without an id: which new project it was. */
type Mark = { newProject: string }
const markOf = (state: unknown): string | null => (state as Mark | null)?.newProject ?? null
const savedKey = (mark: string): string => `wizard_saved.${mark}`

/** The mark of the present entry of the history, or a new one. */
export const readMark = (): string => markOf(history.state) ?? Math.random().toString(36).slice(2)
export const stateOfMark = (mark: string): Mark => ({ newProject: mark })

/** The new project of a mark has got its id: earlier entries of the history lead there from now on, also after a reload. */
export const keepSaved = (mark: string, id: number): void => sessionStorage.setItem(savedKey(mark), String(id))
/** The id of the project that the present entry of the history was about before it had one; null = it has none yet. */
export function savedId(state: unknown): number | null {
  const mark = markOf(state)
  return mark === null ? null : idOf(`id=${sessionStorage.getItem(savedKey(mark)) ?? ''}`)
}
