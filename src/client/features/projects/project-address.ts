import { readAddress, type UnknownPart } from '#client/read-address.ts'
import { longestProjectText, type ProjectListKind, type ProjectsRequest, projectPageSize } from '#shared/projects.ts'

export const projectStates = ['draft', 'exported'] as const
export type ProjectState = (typeof projectStates)[number]
/** The complete view of the project list; the address is its only storage. */
export type ProjectView = { list: ProjectListKind; search: string; state: ProjectState | null; page: number }

const plainView: ProjectView = { list: 'own', search: '', state: null, page: 1 }

/**
 * Read the view from an address (the part after `?`) with the lists that this person has, and the parts that were not
 * understood.
 */
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

/** Write a view as the address part without default values; empty or with a leading `?`. */
export function writeProjectView(view: ProjectView): string {
  const parameters = new URLSearchParams()
  for (const name of ['list', 'search', 'state', 'page'] as const) {
    const value = view[name]
    if (value !== null && value !== '' && value !== plainView[name]) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Whether any filter is set. */
export const isNarrowed = ({ search, state }: ProjectView): boolean => search !== '' || state !== null

/** The request of the list; for a person's own projects with the documented userId. */
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
