import { useLocation, useSearch } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { CatalogueAnswer } from '#shared/catalogue.ts'
import { linesOfModel } from './catalogue-draft.ts'
import { CatalogueEditor } from './catalogue-editor.tsx'
import { CatalogueHistory, type HistoryView } from './catalogue-history.tsx'
import { CataloguePerformance, type PerformanceView } from './catalogue-performance.tsx'
import { useCatalogueDraft } from './use-catalogue-draft.ts'

const tabs = ['models', 'performance', 'history'] as const
type Tab = (typeof tabs)[number]
type View = HistoryView & PerformanceView & { tab: Tab }

const positive = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

function useView(): [View, (patch: Partial<View>) => void] {
  const parameters = new URLSearchParams(useSearch())
  const [path, navigate] = useLocation()
  const view: View = {
    tab: tabs.find((tab) => tab === parameters.get('tab')) ?? 'models',
    page: positive(parameters.get('page')) ?? 1,
    version: positive(parameters.get('version')),
    model: parameters.get('model'),
    project: positive(parameters.get('project')),
  }
  const change = (patch: Partial<View>) => {
    const next = { ...view, ...patch }
    const search = new URLSearchParams()
    if (next.tab !== 'models') search.set('tab', next.tab)
    // The duty of a project stays, whichever tab is looked at meanwhile.
    if (next.project !== undefined) search.set('project', String(next.project))
    if (next.tab === 'performance' && next.model !== null) search.set('model', next.model)
    if (next.tab === 'history') {
      if (next.page > 1) search.set('page', String(next.page))
      if (next.version !== undefined) search.set('version', String(next.version))
    }
    const text = search.toString()
    navigate(text === '' ? path : `${path}?${text}`)
  }
  return [view, change]
}

/** The dehumidifiers that selections choose from: edited, imported and saved version by version. */
export function CatalogueScreen() {
  const say = useWord()
  const newest = trpc.catalogue.get.useQuery(undefined, { meta: { silent: true } })
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-semibold">{say('route.catalogue')}</h1>
        <p className="figures min-h-5 text-muted">
          {newest.data &&
            say('catalogue.savedLine', {
              version: newest.data.version,
              who: newest.data.savedBy ?? say('catalogue.shipped'),
              time: newest.data.createTimeStr,
            })}
        </p>
      </header>
      {newest.data ? (
        <Content newest={newest.data} />
      ) : newest.error ? (
        <ErrorState message={messageOf(newest.error)} onRetry={() => void newest.refetch()} retrying={newest.isFetching} className="min-h-96" />
      ) : (
        <>
          <Skeleton className="h-10 w-60" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-[32rem] w-full" />
        </>
      )}
    </div>
  )
}

function Content({ newest }: { newest: CatalogueAnswer }) {
  const say = useWord()
  const [view, change] = useView()
  const editing = useCatalogueDraft(newest)
  const restore = async (version: CatalogueAnswer) => {
    if (editing.dirty && !(await askConfirm({ message: say('catalogue.history.restoreAsk'), danger: true }))) return
    editing.change(() => ({ baseVersion: newest.version, source: version.source, rows: version.models.flatMap(linesOfModel) }))
    change({ tab: 'models' })
    toastSuccess(say('catalogue.history.restored', { version: version.version }))
  }
  return (
    <Tabs
      selected={view.tab}
      onSelect={(key) => change({ tab: tabs.find((tab) => tab === key) ?? 'models' })}
      items={[
        { key: 'models', label: say('catalogue.tab.models'), content: <CatalogueEditor newest={newest} editing={editing} /> },
        {
          key: 'performance',
          label: say('catalogue.tab.performance'),
          content: <CataloguePerformance catalogue={newest} model={view.model} project={view.project} change={change} />,
        },
        {
          key: 'history',
          label: say('catalogue.tab.history'),
          content: <CatalogueHistory page={view.page} version={view.version} change={change} onRestore={(version) => void restore(version)} />,
        },
      ]}
    />
  )
}
