import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { longestProjectText, type ProjectListKind, type ProjectsRequest, projectPageSize } from '#shared/projects.ts'

export const projectStates = ['draft', 'exported'] as const
export type ProjectState = (typeof projectStates)[number]
/** Everything that makes the project list what it is; it lives in the address and nowhere else. */
export type ProjectView = { list: ProjectListKind; search: string; state: ProjectState | null; page: number }

const plainView: ProjectView = { list: 'own', search: '', state: null, page: 1 }

/** The view that an address (its part after `?`) asks for, out of the lists that this person has, and what of it was not understood. */
export function readProjectView(
  search: string,
  lists: readonly ProjectListKind[],
): { view: ProjectView; unknown: UnknownPart[] } {
  const { read, oneOf, page, leftOut } = readAddress(search)
  const view: ProjectView = {
    list: oneOf('list', lists) ?? plainView.list,
    search: read('search', (value) => (value.length <= longestProjectText ? value : undefined)) ?? plainView.search,
    state: oneOf('state', projectStates) ?? null,
    page: page(),
  }
  return { view, unknown: leftOut() }
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
export const projectsRequestOf = (
  { list, search, state, page }: ProjectView,
  userId: number,
): Partial<ProjectsRequest> => ({
  page,
  size: projectPageSize,
  ...(search === '' ? {} : { search }),
  ...(state === null ? {} : { exportStatus: state === 'exported' ? 1 : 0 }),
  ...(list === 'own' ? { userId } : {}),
})
