import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { useAddressView } from '#client/ui/list/address-view.ts'
import type { ProjectListKind } from '#shared/projects.ts'
import { type Role, roleOfLabel } from '#shared/roles.ts'
import { type ProjectView, projectsRequestOf, readProjectView, writeProjectView } from './project-address.ts'

const listsOf = (role: Role): readonly ProjectListKind[] =>
  role === 'manager' ? ['own', 'company', 'center'] : role === 'baseManager' ? ['own', 'company'] : ['own']

/** The view in the address, the function that changes it, and the lists that this person may choose. */
export function useProjectView() {
  const role = roleOfLabel(useSession().nickName)
  const lists = useMemo(() => listsOf(role), [role])
  const address = useMemo(
    () => ({ read: (search: string) => readProjectView(search, lists), write: writeProjectView }),
    [lists],
  )
  return { ...useAddressView<ProjectView>(address), lists }
}

/** The page of cards for a view; the last page stays visible while the next one loads. */
export function useProjects(view: ProjectView) {
  const { id } = useSession()
  const request = projectsRequestOf(view, id)
  const options = (list: ProjectListKind) => ({
    enabled: view.list === list,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const lists = {
    own: trpc.projects.find.useQuery(request, options('own')),
    company: trpc.projects.findCompany.useQuery(request, options('company')),
    center: trpc.projects.findCenter.useQuery(request, options('center')),
  }
  return lists[view.list]
}
