import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearch } from 'wouter'
import { codeOf, messageOf } from '#client/failures.ts'
import { ScreenSkeleton } from '#client/frame/frame-skeleton.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { EmptyState, ErrorState } from '#client/ui/status.tsx'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { Wizard } from './wizard.tsx'

const freshMilliseconds = 300_000

/** The id of the address; null = a new project (documented: only an id above 0 is loaded). */
function idOf(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('id') ?? 0)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The wizard of the project in the address, or of a new one. */
export function WizardScreen() {
  const id = idOf(useSearch())
  const [, navigate] = useLocation()
  // One instance a project. A project that is saved for the first time gets its address, and what is typed stays where it is.
  const [instance, setInstance] = useState<{ key: number; ids: readonly (number | null)[] }>({ key: 0, ids: [id] })
  if (!instance.ids.includes(id)) setInstance({ key: instance.key + 1, ids: [id] })
  useEffect(() => {
    if (id !== null && instance.ids.length > 1) setInstance(({ key }) => ({ key, ids: [id] }))
  }, [id, instance.ids.length])
  const adopt = (saved: number) => {
    flushSync(() => setInstance(({ key, ids }) => ({ key, ids: [...ids, saved] })))
    navigate(`/agent?id=${saved}`, { replace: true })
  }
  return <WizardLoader key={instance.key} id={instance.ids[0] ?? null} onSaved={adopt} />
}

function WizardLoader({ id: wanted, onSaved }: { id: number | null; onSaved: (id: number) => void }) {
  const say = useWord()
  // The first id counts: a project that gets its id later is here already.
  const [id] = useState(wanted)
  const project = trpc.projects.get.useQuery(
    { id: id ?? 0 },
    { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnMount: 'always', meta: { silent: true } },
  )
  const catalogue = trpc.catalogue.get.useQuery(undefined, { staleTime: freshMilliseconds, meta: { silent: true } })
  // Without an answer the reference series calculates on; the report says which catalogue it used.
  const models = catalogue.data ?? (catalogue.isError ? referenceCatalogue : null)
  if (project.isError && !project.data)
    return codeOf(project.error) === 'NOT_FOUND' ? (
      <EmptyState
        title={messageOf(project.error)}
        className="min-h-96"
        action={
          <AppLink href="/materialType" className={buttonStyle()}>
            {say('wizard.projectList')}
          </AppLink>
        }
      />
    ) : (
      <ErrorState message={messageOf(project.error)} onRetry={() => void project.refetch()} retrying={project.isFetching} className="min-h-96" />
    )
  if (!models || (id !== null && (!project.data || (project.isFetching && !project.isFetchedAfterMount)))) return <ScreenSkeleton />
  return <Wizard project={id === null ? null : (project.data ?? null)} catalogue={models} onSaved={onSaved} />
}
