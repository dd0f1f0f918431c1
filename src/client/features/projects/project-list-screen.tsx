import { Plus, Snowflake } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Pager } from '#client/ui/list/pager.tsx'
import { SavedViews } from '#client/ui/list/saved-views.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import { type ProjectCard as Card, projectPageSize } from '#shared/projects.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { isNarrowed, type ProjectView } from './project-address.ts'
import { ProjectCard, ProjectCardSkeleton } from './project-card.tsx'
import { ProjectListBar } from './project-list-bar.tsx'
import { ProjectListFilters, ProjectScope } from './project-list-filters.tsx'
import { projectTitle } from './project-title.ts'
import { useProjects, useProjectView } from './use-projects.ts'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4'

/** The start page: selection projects as cards, twelve a page. Search, state, scope and page are in the address. */
export function ProjectListScreen() {
  const say = useWord()
  const { nickName } = useSession()
  const { view, lists, change } = useProjectView()
  const list = useProjects(view)
  const heading = useRef<HTMLHeadingElement>(null)
  const { remove, deleting } = useDelete(() => heading.current?.focus())
  const total = list.data?.totalCount
  const pages = Math.max(1, Math.ceil((total ?? 0) / projectPageSize))

  // The page may no longer exist: its last card was deleted, or the address is old.
  useEffect(() => {
    if (total !== undefined && !list.isPlaceholderData && view.page > pages) change({ page: pages }, { replace: true })
  })

  return (
    <>
      <div className="mx-auto grid w-full max-w-[1760px] flex-1 grid-cols-1 content-start gap-4 p-4">
        <header className="flex flex-wrap items-center gap-3">
          <div className="mr-auto flex items-baseline gap-3">
            <h1 ref={heading} tabIndex={-1} className="page-title text-lg font-semibold outline-none">
              {say('route.projects')}
            </h1>
            <Total count={total} capped={list.data?.totalCapped} />
          </div>
          {/* Without a role nobody keeps views: their call is refused. */}
          {roleOfLabel(nickName) !== 'none' && (
            <span className="sm:order-last">
              <SavedViews screen="projects" />
            </span>
          )}
          {lists.length > 1 && <ProjectScope view={view} lists={lists} change={change} />}
        </header>
        <ProjectListFilters view={view} busy={list.isFetching} change={change} />
        {list.error && !list.data ? (
          <QueryError query={list} className="min-h-96" />
        ) : (
          <Cards
            view={view}
            cards={list.data?.data}
            fading={list.isPlaceholderData}
            deleting={deleting}
            onDelete={remove}
            change={change}
          />
        )}
        {pages > 1 && (
          <Pager
            page={view.page}
            size={projectPageSize}
            total={total}
            capped={list.data?.totalCapped}
            fixedSize
            onChange={(page) => change({ page })}
          />
        )}
      </div>
      <ProjectListBar />
    </>
  )
}

/** The number of projects that match; nothing while it is loading. */
function Total({ count, capped }: { count: number | undefined; capped: boolean | undefined }) {
  const say = useWord()
  return (
    <p role="status" className="figures min-h-5 text-muted">
      {count === undefined ? '' : say('projects.total', { count: `${formatNumber(count)}${capped ? '+' : ''}` })}
    </p>
  )
}

/** Ask, delete, and show the result. `after` moves the focus, because the pressed button no longer exists. */
function useDelete(after: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const deletion = trpc.projects.delete.useMutation({
    onSuccess: async () => {
      after()
      await utils.projects.invalidate()
    },
  })
  const remove = async ({ id, name }: Card) => {
    if (deletion.isPending) return
    const confirmed = await askConfirm({
      message: say('projects.deleteAsk', { title: projectTitle(name) }),
      danger: true,
    })
    if (confirmed)
      deletion.mutate({ id }, { onSuccess: () => toastSuccess(doneTo(say('projects.deleted'), projectTitle(name))) })
  }
  return { remove, deleting: deletion.isPending ? (deletion.variables?.id ?? null) : null }
}

type CardsProps = {
  view: ProjectView
  /** undefined = still loading. */
  cards: readonly Card[] | undefined
  fading: boolean
  deleting: unknown
  onDelete: (card: Card) => Promise<void>
  change: (patch: Partial<ProjectView>) => void
}

function Cards({ view, cards, fading, deleting, onDelete, change }: CardsProps) {
  const say = useWord()
  const { id } = useSession()
  const withOwner = view.list !== 'own'
  if (cards === undefined)
    return (
      <div className={grid}>
        <span role="status" className="sr-only">
          {say('ui.loading')}
        </span>
        {Array.from({ length: projectPageSize }, (_, index) => `card-${index}`).map((key) => (
          <ProjectCardSkeleton key={key} withOwner={withOwner} />
        ))}
      </div>
    )
  if (cards.length === 0) return <NoCards view={view} change={change} />
  return (
    <ul aria-busy={fading} className={classNames(grid, 'transition-opacity', fading && 'opacity-50')}>
      {cards.map((card) => (
        <li key={card.id} className="grid min-w-0">
          <ProjectCard
            card={card}
            withOwner={withOwner}
            deleting={deleting === card.id}
            onDelete={card.userId === id ? () => void onDelete(card) : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

/** Why there are no cards, and how to get some. */
function NoCards({ view, change }: Pick<CardsProps, 'view' | 'change'>) {
  const say = useWord()
  const className = 'min-h-96'
  if (isNarrowed(view))
    return (
      <EmptyState
        className={className}
        title={say('projects.noMatch')}
        help={say('projects.noMatchHelp')}
        action={<Button onClick={() => change({ search: '', state: null, page: 1 })}>{say('projects.clear')}</Button>}
      />
    )
  if (view.list !== 'own') return <EmptyState className={className} title={say('projects.noneHere')} />
  return (
    <EmptyState
      className={className}
      icon={<Snowflake aria-hidden className="size-10" strokeWidth={1.25} />}
      title={say('projects.none')}
      help={say('projects.noneHelp')}
      action={
        <AppLink href="/agent" className={buttonStyle('primary')}>
          <Plus aria-hidden className="size-4" />
          {say('projects.new')}
        </AppLink>
      }
    />
  )
}
