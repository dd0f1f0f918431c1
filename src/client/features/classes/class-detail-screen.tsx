import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { codeOf } from '#client/failures.ts'
import { CommentList } from '#client/features/comments/comment-list.tsx'
import { useWord } from '#client/i18n.ts'
import { askedFirst } from '#client/leaving.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { type ClassDetail, pointOfSeconds, secondsOfPoint } from '#shared/classes.ts'
import { readClassAddress } from './class-address.ts'
import { ClassHead, WaitingClassHead } from './class-head.tsx'
import { ClassReportPanel } from './class-report.tsx'
import { ClassStaff } from './class-staff.tsx'
import { ClassStage } from './class-stage.tsx'

const shownCharacters = 400
const shownLines = 10

/** One class session: its recorded or live video, its texts, and the comments about it. */
export function ClassDetailScreen() {
  const say = useWord()
  const { id } = readClassAddress(useSearch())
  const session = trpc.classes.get.useQuery(
    { id: id ?? 0 },
    { enabled: id !== undefined, retry: false, meta: { silent: true } },
  )
  const toList = (
    <AppLink href="/classes/index" className={buttonStyle()}>
      {say('class.toList')}
    </AppLink>
  )
  if (id === undefined) return <EmptyState isPage title={say('class.notChosen')} action={toList} className="min-h-96" />
  if (codeOf(session.error) === 'NOT_FOUND')
    return <EmptyState isPage title={say('class.gone')} action={toList} className="min-h-96" />
  if (session.error) return <QueryError query={session} className="min-h-96" />
  if (!session.data)
    return (
      <div className="grid grid-cols-1 gap-4">
        <WaitingClassHead />
        <Skeleton className="h-96 w-full" />
      </div>
    )
  return <OneClass key={id} session={session.data} />
}

/** The video of a session: the point at which it is, and playing it from a point. */
function usePlayer() {
  const video = useRef<HTMLVideoElement>(null)
  const pointNow = () =>
    video.current && video.current.currentTime > 0 ? pointOfSeconds(video.current.currentTime) : null
  const play = (point: string) => {
    const element = video.current
    if (!element) return
    element.currentTime = secondsOfPoint(point)
    element.scrollIntoView({ block: 'nearest' })
    element.play().catch(() => {})
  }
  return { video, pointNow, play }
}

/** The tab of comments or of the report, kept in the address. */
function useAddressTab() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { tab } = readClassAddress(search)
  const select = (next: string) => {
    const parameters = new URLSearchParams(search)
    if (next === 'precise') parameters.delete('tab')
    else parameters.set('tab', next)
    const address = `${path}?${parameters}`
    askedFirst(address, () => navigate(address, { replace: true }))
  }
  return { tab, select }
}

function OneClass({ session }: { session: ClassDetail }) {
  const { tab, select } = useAddressTab()
  const player = usePlayer()
  const below = useRef<HTMLDivElement>(null)
  const showReport = () => {
    select('report')
    below.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <ClassHead session={session} onReport={showReport} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-3 print:hidden">
        <div className="xl:col-span-2">
          <ClassStage session={session} video={player.video} />
        </div>
        <ClassTexts session={session} />
      </div>
      <div ref={below} className={classNames('scroll-mt-16', tab === 'report' && 'min-h-[85dvh] print:min-h-0')}>
        <ClassComments session={session} player={player} tab={tab} onTab={select} />
      </div>
    </div>
  )
}

/** What was said and taught in the session, and who took part. */
function ClassTexts({ session }: { session: ClassDetail }) {
  const say = useWord()
  return (
    <Card>
      <Tabs
        items={[
          {
            key: 'speech',
            label: say('class.speechText'),
            content: <LongText text={session.speechText} none={say('class.noSpeech')} />,
          },
          {
            key: 'guidance',
            label: say('class.guidance'),
            content: <LongText text={session.guidance} none={say('class.noGuidance')} />,
          },
          { key: 'people', label: say('class.tab.people'), content: <ClassStaff session={session} /> },
        ]}
      />
    </Card>
  )
}

type CommentsProps = {
  session: ClassDetail
  player: ReturnType<typeof usePlayer>
  tab: string
  onTab: (tab: string) => void
}

/** Comments at points of the video, comments on the whole session, and the report of both. */
function ClassComments({ session, player: { pointNow, play }, tab, onTab }: CommentsProps) {
  const say = useWord()
  const target = { kind: 'class' as const, id: session.id }
  return (
    <Card>
      <Tabs
        selected={tab}
        onSelect={onTab}
        items={[
          {
            key: 'precise',
            label: say('class.tab.precise'),
            content: (
              <CommentList
                target={target}
                type="精准点评"
                pointNow={pointNow}
                {...(session.videoUrl === null ? {} : { onPoint: play })}
              />
            ),
          },
          { key: 'comments', label: say('class.tab.comments'), content: <CommentList target={target} type="评价" /> },
          { key: 'report', label: say('class.tab.report'), content: <ClassReportPanel id={session.id} /> },
        ]}
      />
    </Card>
  )
}

/** A long text, truncated until the user expands it. */
function LongText({ text, none }: { text: string | null; none: string }) {
  const say = useWord()
  const [whole, setWhole] = useState(false)
  if (text === null) return <p className="text-muted">{none}</p>
  const long = text.length > shownCharacters || text.split('\n').length > shownLines
  return (
    <>
      <p className={classNames('break-words whitespace-pre-line', long && !whole && 'line-clamp-10')}>{text}</p>
      {long && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2 text-accent!"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {say(whole ? 'class.lessText' : 'class.wholeText')}
        </Button>
      )}
    </>
  )
}
