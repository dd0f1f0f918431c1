import { Id } from '#shared/request-fields.ts'

/** Where one class session is shown by itself. */
export const classDetailHref = (id: number): string => `/classes_detail/index?id=${id}`

const classTabs = ['precise', 'comments', 'report'] as const
type ClassTab = (typeof classTabs)[number]

/** What the address of a session says: which one, and which of its tabs. */
export function readClassAddress(search: string): { id: number | undefined; tab: ClassTab } {
  const parameters = new URLSearchParams(search)
  return {
    id: Id.safeParse(parameters.get('id')).data,
    tab: classTabs.find((tab) => tab === parameters.get('tab')) ?? 'precise',
  }
}
