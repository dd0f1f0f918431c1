import { z } from 'zod'
import { useHeldDrafts } from '#client/held-drafts.ts'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toMinute } from '#client/ui/instant.ts'
import { screenAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/status.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { CatalogueAnswer } from '#shared/catalogue.ts'
import { Paging } from '#shared/paging.ts'
import { Id, unlimited } from '#shared/request-fields.ts'
import { linesOfModel } from './catalogue-draft.ts'
import { CatalogueEditor } from './catalogue-editor.tsx'
import { CatalogueHistory } from './catalogue-history.tsx'
import { useCatalogueDraft } from './use-catalogue-draft.ts'

const CataloguePerformance = lazyPart(
  async () => (await import('./catalogue-performance.tsx')).CataloguePerformance,
  <Skeleton className="h-96 w-full" />,
  true,
)

const tabs = ['models', 'performance', 'history'] as const
const address = screenAddress(
  z.object({
    tab: unlimited(z.enum(tabs)).transform((tab) => tab ?? 'models'),
    // The duty of a project is kept when the user switches tabs.
    project: unlimited(Id),
    model: unlimited(z.string()).transform((model) => model ?? null),
    page: Paging.shape.page,
    version: unlimited(Id),
  }),
)
/** The parameters of one tab that are reset when the user switches to another tab. */
const resetOnSwitch = { model: null, page: 1, version: undefined }

/** The dehumidifiers for selections: edited, imported and saved in versions. */
export function CatalogueScreen() {
  const say = useWord()
  const newest = trpc.catalogue.get.useQuery(undefined, { meta: { silent: true } })
  const heldDrafts = useHeldDrafts()
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="page-title text-lg font-semibold">{say('route.catalogue')}</h1>
        <p className="figures min-h-5 text-muted">
          {newest.data &&
            say('catalogue.savedLine', {
              version: newest.data.version,
              who: newest.data.savedBy ?? say('catalogue.shipped'),
              time: toMinute(newest.data.createTimeStr),
            })}
        </p>
      </header>
      {newest.data && heldDrafts ? (
        <Content newest={newest.data} heldDrafts={heldDrafts} />
      ) : newest.error ? (
        <QueryError query={newest} className="min-h-96" />
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

function Content({ newest, heldDrafts }: { newest: CatalogueAnswer; heldDrafts: ReadonlySet<string> }) {
  const say = useWord()
  const { view, change } = useAddressView(address)
  const editing = useCatalogueDraft(newest, heldDrafts)
  const restore = async (version: CatalogueAnswer) => {
    if (editing.dirty && !(await askConfirm({ message: say('catalogue.history.restoreAsk'), danger: true }))) return
    editing.change(() => ({
      baseVersion: newest.version,
      source: version.source,
      rows: version.models.flatMap(linesOfModel),
    }))
    change({ ...resetOnSwitch, tab: 'models' })
    toastSuccess(say('catalogue.history.restored', { version: version.version }))
  }
  return (
    <Tabs
      selected={view.tab}
      onSelect={(key) => change({ ...resetOnSwitch, tab: tabs.find((tab) => tab === key) ?? 'models' })}
      items={[
        {
          key: 'models',
          label: say('catalogue.tab.models'),
          content: <CatalogueEditor newest={newest} editing={editing} />,
        },
        {
          key: 'performance',
          label: say('catalogue.tab.performance'),
          content: (
            <CataloguePerformance catalogue={newest} model={view.model} project={view.project} change={change} />
          ),
        },
        {
          key: 'history',
          label: say('catalogue.tab.history'),
          content: (
            <CatalogueHistory
              page={view.page}
              version={view.version}
              change={change}
              onRestore={(version) => void restore(version)}
            />
          ),
        },
      ]}
    />
  )
}
