import { maxPage } from '#shared/paging.ts'
import { longestProjectText, type ProjectListKind, type ProjectsRequest, projectPageSize } from '#shared/projects.ts'

export const projectStates = ['draft', 'exported'] as const
export type ProjectState = (typeof projectStates)[number]
/** Everything that makes the project list what it is; it lives in the address and nowhere else. */
export type ProjectView = { list: ProjectListKind; search: string; state: ProjectState | null; page: number }
export type UnknownPart = { name: string; value: string }

const plainView: ProjectView = { list: 'own', search: '', state: null, page: 1 }

/** The view that an address (its part after `?`) asks for, out of the lists that this person has, and what of it was not understood. */
export function readProjectView(search: string, lists: readonly ProjectListKind[]): { view: ProjectView; unknown: UnknownPart[] } {
  const parameters = new URLSearchParams(search)
  const unknown: UnknownPart[] = []
  const read = <Value>(name: string, parse: (value: string) => Value | undefined, otherwise: Value): Value => {
    const value = parameters.get(name)
    if (value === null || value === '') return otherwise
    const parsed = parse(value)
    if (parsed === undefined) unknown.push({ name, value })
    return parsed ?? otherwise
  }
  const view: ProjectView = {
    list: read('list', (value) => lists.find((list) => list === value), plainView.list),
    search: read('search', (value) => (value.length <= longestProjectText ? value : undefined), plainView.search),
    state: read<ProjectState | null>('state', (value) => projectStates.find((state) => state === value), null),
    page: read('page', (value) => (/^[1-9]\d{0,5}$/.test(value) && Number(value) <= maxPage ? Number(value) : undefined), plainView.page),
  }
  return { view, unknown }
}

/** The address part of a view, without whatever is as it is by default; empty or with a leading `?`. */
export function writeProjectView(view: ProjectView): string {
  const parameters = new URLSearchParams()
  for (const name of ['list', 'search', 'state', 'page'] as const) {
    const value = view[name]
    if (value !== null && value !== '' && value !== plainView[name]) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Is anything narrowed down? */
export const isNarrowed = ({ search, state }: ProjectView): boolean => search !== '' || state !== null

/** What the list asks the server for; one's own projects with the documented userId. */
export const projectsRequestOf = ({ list, search, state, page }: ProjectView, userId: number): Partial<ProjectsRequest> => ({
  page,
  size: projectPageSize,
  ...(search === '' ? {} : { search }),
  ...(state === null ? {} : { exportStatus: state === 'exported' ? 1 : 0 }),
  ...(list === 'own' ? { userId } : {}),
})
