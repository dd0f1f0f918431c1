import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { codeOf, messageOf } from '#client/failures.ts'
import { ScreenSkeleton } from '#client/frame/frame-skeleton.tsx'
import { useHeldDrafts } from '#client/held-drafts.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { Wizard } from './wizard.tsx'
import { idOf, readMark, savedId, searchOf, stateOfMark, storeSavedId } from './wizard-address.ts'

const freshMilliseconds = 300_000

/** The wizard of the project in the address, or of a new project. */
export function WizardScreen() {
  const search = useSearch()
  const id = idOf(search)
  const entry = useHistoryState<unknown>()
  const [path, navigate] = useLocation()
  // One instance for each project. When a project is saved for the first time, the address gets its id and the instance
  // keeps the typed values.
  const [instance, setInstance] = useState<Instance>(() => ({ key: 0, mark: readMark(), ids: [id] }))
  // Going back to an entry without an id opens the same project, not an empty one.
  const saved = id === null ? savedId(entry) : null
  if (saved === null && !instance.ids.includes(id)) setInstance({ key: instance.key + 1, mark: readMark(), ids: [id] })
  useEffect(() => {
    if (saved !== null) navigate(path + searchOf(location.search, { id: saved }), { replace: true })
    else if (id !== null && instance.ids.length > 1) setInstance((now) => ({ ...now, ids: [id] }))
    else if (id === null && entry === null)
      navigate(path + location.search, { replace: true, state: stateOfMark(instance.mark) })
  }, [id, saved, entry, path, navigate, instance])
  const setProjectId = (newId: number) => {
    storeSavedId(instance.mark, newId)
    flushSync(() => setInstance((now) => ({ ...now, ids: [...now.ids, newId] })))
    navigate(path + searchOf(location.search, { id: newId }), { replace: true })
  }
  if (saved !== null && !instance.ids.includes(saved)) return <ScreenSkeleton />
  return <WizardLoader key={instance.key} id={instance.ids[0] ?? null} onSaved={setProjectId} />
}

/** `mark` = identifies a project without an id in the browser history. */
type Instance = { key: number; mark: string; ids: readonly (number | null)[] }

function WizardLoader({ id: wanted, onSaved }: { id: number | null; onSaved: (id: number) => void }) {
  const say = useWord()
  // Keep the first id: a project that gets its id later is already loaded.
  const [id] = useState(wanted)
  const heldDrafts = useHeldDrafts()
  const project = trpc.projects.get.useQuery(
    { id: id ?? 0 },
    {
      enabled: id !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnMount: 'always',
      meta: { silent: true },
    },
  )
  const catalogue = trpc.catalogue.get.useQuery(undefined, { staleTime: freshMilliseconds, meta: { silent: true } })
  // Without a response the reference series is used; the report names the catalogue that it used.
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
      <QueryError query={project} className="min-h-96" />
    )
  if (
    !models ||
    heldDrafts === null ||
    (id !== null && (!project.data || (project.isFetching && !project.isFetchedAfterMount)))
  )
    return <ScreenSkeleton />
  return (
    <Wizard
      project={id === null ? null : (project.data ?? null)}
      catalogue={models}
      heldDrafts={heldDrafts}
      onSaved={onSaved}
    />
  )
}
