import { ArrowLeft, ClipboardList, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { codeOf } from '#client/failures.ts'
import { CommentList } from '#client/features/comments/comment-list.tsx'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { type ClassDetail, pointOfSeconds, secondsOfPoint } from '#shared/classes.ts'
import { readClassAddress } from './class-address.ts'
import { ClassDeleteButton } from './class-delete.tsx'
import { ClassReportPanel } from './class-report.tsx'
import { ClassShareButton } from './class-share.tsx'
import { ClassStaff } from './class-staff.tsx'
import { ClassStage } from './class-stage.tsx'
import { ClassStateTag } from './class-state.tsx'

const ClassDialog = lazyPart(async () => (await import('./class-dialog.tsx')).ClassDialog)

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
  if (id === undefined) return <EmptyState title={say('class.notChosen')} action={toList} className="min-h-96" />
  if (codeOf(session.error) === 'NOT_FOUND')
    return <EmptyState title={say('class.gone')} action={toList} className="min-h-96" />
  if (session.error) return <QueryError query={session} className="min-h-96" />
  if (!session.data) return <Skeleton className="h-96 w-full" />
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
    navigate(`${path}?${parameters}`, { replace: true })
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
      <Head session={session} onReport={showReport} />
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

function Head({ session, onReport }: { session: ClassDetail; onReport: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [editing, setEditing] = useState(false)
  const update = trpc.classes.update.useMutation({
    onSuccess: async (saved) => {
      utils.classes.get.setData({ id: saved.id }, saved)
      toastSuccess(say('ui.updated'))
      await utils.classes.find.invalidate()
    },
  })
  const end = async () => {
    if (!(await askConfirm({ message: say('class.end.ask'), confirmText: say('class.end.now') }))) return
    update.mutate({ id: session.id, ended: true, rowVersion: session.rowVersion })
  }
  const facts = [
    session.company,
    say('class.timeRange', { from: session.dateRange[0].slice(0, 16), to: session.dateRange[1].slice(0, 16) }),
  ]
  return (
    <header className="grid gap-1 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <AppLink
          href="/classes/index"
          aria-label={say('class.toList')}
          title={say('class.toList')}
          className={`${buttonStyle('quiet')} -ml-3`}
        >
          <ArrowLeft aria-hidden className="size-4" />
        </AppLink>
        <h1 className="min-w-0 text-lg font-semibold break-words">{session.name}</h1>
        <span className="text-muted">{say(`class.type.${session.type}`)}</span>
        <ClassStateTag state={session.state} />
        <div className="ml-auto flex flex-wrap gap-2">
          {session.type === '直播' && session.state === '进行中' && (
            <Button busy={update.isPending} onClick={() => void end()}>
              {say('class.end.now')}
            </Button>
          )}
          <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setEditing(true)}>
            {say('class.edit')}
          </Button>
          <Button icon={<ClipboardList aria-hidden className="size-4" />} onClick={onReport}>
            {say('class.tab.report')}
          </Button>
          <ClassShareButton session={session} />
          <ClassDeleteButton session={session} />
        </div>
      </div>
      <p className="figures flex items-center gap-2 text-muted">
        {session.userName !== null && <Avatar name={session.userName} url={session.avatar} />}
        <span className="min-w-0">{[session.userName, ...facts].filter(Boolean).join(' · ')}</span>
      </p>
      {editing && <ClassDialog session={session} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />}
    </header>
  )
}
