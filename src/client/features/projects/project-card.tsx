import { CircleCheck, PencilLine, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { usePlaceNames } from '#client/place-names.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ProjectCard as Card } from '#shared/projects.ts'
import { ProjectPicture } from './project-picture.tsx'
import { isolated, projectTitle } from './project-title.ts'

const minuteLength = 'YYYY-MM-DD HH:mm'.length
const frame = 'relative flex min-w-0 flex-col rounded-md border border-line bg-surface'

type Props = {
  card: Card
  /** Show the owner, in lists with projects of several people. */
  withOwner: boolean
  /** Only for people who may delete the project. */
  onDelete: (() => void) | undefined
  deleting: boolean
}

/** A project of the list. The whole card is a link to the project; the delete button is above that link. */
export function ProjectCard({ card, withOwner, onDelete, deleting }: Props) {
  const say = useWord()
  const { cityName } = usePlaceNames()
  const id = useId()
  const title = projectTitle(card.name)
  return (
    <article
      aria-labelledby={id}
      className={classNames(frame, 'transition-colors hover:border-control', deleting && 'opacity-50')}
    >
      <ProjectPicture url={card.mainImageUrl} sizes={card.plan} title={title} />
      <div className="grid flex-1 content-start gap-2 p-4">
        <StateLine card={card} />
        <h2 id={id} title={title} className="line-clamp-2 min-h-10 font-semibold wrap-anywhere">
          {title}
        </h2>
        <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          <Row label={say(card.exportStatus === 0 && card.status !== null ? 'projects.lastResult' : 'projects.result')}>
            <Result card={card} />
          </Row>
          <Row label={say('projects.city')}>{isolated(cityName(card.city ?? '-'))}</Row>
          <Row label={say('projects.number')}>{card.projectNo}</Row>
          <Row label={say('projects.changed')}>{card.updateTimeStr.slice(0, minuteLength)}</Row>
          {withOwner && (
            <Row
              label={say('projects.owner')}
            >{`${isolated(card.userName ?? say('projects.ownerGone'))} · ${isolated(card.company)}`}</Row>
          )}
        </dl>
      </div>
      <footer className="flex items-center justify-between gap-2 border-t border-line px-2 py-1.5">
        <AppLink
          href={`/agent?id=${card.id}`}
          aria-describedby={id}
          className={classNames(buttonStyle('quiet'), 'text-accent! after:absolute after:inset-0 after:rounded-md')}
        >
          {say('projects.details')}
        </AppLink>
        {onDelete && (
          <span className="relative z-1">
            <IconButton
              label={say('projects.deleteOf', { title })}
              disabled={deleting}
              onClick={onDelete}
              icon={<Trash2 aria-hidden className="size-4" />}
            />
          </span>
        )}
      </footer>
    </article>
  )
}

function StateLine({ card }: { card: Card }) {
  const say = useWord()
  const exported = card.exportStatus === 1
  const Icon = exported ? CircleCheck : PencilLine
  return (
    <p
      className={classNames('flex items-center gap-1.5 text-xs font-medium', exported ? 'text-success' : 'text-muted')}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {exported ? say('projects.exportedVersion', { version: card.version }) : say('projects.draft')}
    </p>
  )
}

function Result({ card }: { card: Card }) {
  const say = useWord()
  if (card.status === null) return <span className="text-muted">{say('projects.noResult')}</span>
  if (card.model === null)
    return (
      <span className="flex items-center gap-1 text-caution">
        <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
        {say('projects.noFit')}
      </span>
    )
  return <span className="font-medium">{`${card.model} × ${card.count}`}</span>
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="whitespace-nowrap text-muted">{label}</dt>
    <dd className="truncate">{children}</dd>
  </>
)

/** Placeholder of a loading card, as high as a card. */
export function ProjectCardSkeleton({ withOwner }: { withOwner: boolean }) {
  return (
    <div aria-hidden className={frame}>
      <Skeleton className="aspect-[2/1] w-full rounded-t-md" />
      <div className="grid flex-1 content-start gap-2 p-4">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-10 w-full" />
        <div className="grid gap-1">
          {['result', 'city', 'number', 'changed', ...(withOwner ? ['owner'] : [])].map((line) => (
            <Skeleton key={line} className="h-5 w-4/5" />
          ))}
        </div>
      </div>
      <div className="h-[45px] border-t border-line" />
    </div>
  )
}
