import { Id } from '#shared/request-fields.ts'

/** Return the address of a class session's page. */
export const classDetailHref = (id: number): string => `/classes_detail/index?id=${id}`

const classTabs = ['precise', 'comments', 'report'] as const
type ClassTab = (typeof classTabs)[number]

/** Read the session and its tab from an address. */
export function readClassAddress(search: string): { id: number | undefined; tab: ClassTab } {
  const parameters = new URLSearchParams(search)
  return {
    id: Id.safeParse(parameters.get('id')).data,
    tab: classTabs.find((tab) => tab === parameters.get('tab')) ?? 'precise',
  }
}
