import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { codeOf } from '#client/failures.ts'
import { addWords, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { BrandMark } from '#client/ui/brand-mark.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { LanguageButton } from '#client/ui/language-button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import type { Activity } from '#shared/classes.ts'
import { activity as words } from '#shared/i18n/activity.ts'
import { ClassPlayer, type Rotation, RotationButtons } from './class-player.tsx'
import { ClassStateTag } from './class-state.tsx'

addWords([words])

/** A shared session for all who have its link: without sign-in, read-only. */
export function ActivityScreen() {
  const say = useWord()
  const key = new URLSearchParams(useSearch()).get('key') ?? ''
  const found = trpc.classes.activity.useQuery({ key }, { retry: false, meta: { silent: true } })
  const gone = codeOf(found.error) === 'NOT_FOUND' || key === ''
  useEffect(() => {
    document.title = found.data ? found.data.name : say('activity.title')
  }, [found.data, say])
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-4xl grid-cols-1 content-start gap-4 p-4">
      <div className="flex items-center justify-between gap-4">
        <BrandMark className="size-8" />
        <LanguageButton />
      </div>
      {gone && <h1 className="sr-only">{say('activity.gone')}</h1>}
      {gone ? (
        <EmptyState
          title={say('activity.gone')}
          help={say('activity.goneHelp')}
          className="min-h-96"
          action={
            <AppLink href="/" className={buttonStyle()}>
              {say('activity.home')}
            </AppLink>
          }
        />
      ) : found.error ? (
        <QueryError query={found} className="min-h-96" />
      ) : found.data ? (
        <Shared activity={found.data} refresh={async () => (await found.refetch()).data?.videoUrl ?? null} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </main>
  )
}

function Shared({ activity, refresh }: { activity: Activity; refresh: () => Promise<string | null> }) {
  const say = useWord()
  const video = useRef<HTMLVideoElement>(null)
  const [rotation, setRotation] = useState<Rotation>('none')
  const live = activity.type === '直播' && activity.state !== '已结束'
  return (
    <>
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-lg font-semibold break-words">{activity.name}</h1>
          <span className="text-muted">{say(`class.type.${activity.type}`)}</span>
          <ClassStateTag state={activity.state} />
        </div>
        <p className="figures text-muted">
          {say('class.timeRange', { from: activity.dateRange[0].slice(0, 16), to: activity.dateRange[1].slice(0, 16) })}
        </p>
      </header>
      <Card
        title={say('class.video')}
        padded={false}
        {...(activity.videoUrl ? { actions: <RotationButtons rotation={rotation} onChange={setRotation} /> } : {})}
      >
        <div className="aspect-video overflow-hidden bg-sunken">
          {activity.videoUrl === null ? (
            <EmptyState
              title={say('class.noVideo')}
              className="h-full"
              {...(live ? { help: say('activity.notYet') } : {})}
            />
          ) : (
            <ClassPlayer src={activity.videoUrl} rotation={rotation} video={video} onExpired={refresh} />
          )}
        </div>
      </Card>
      <Card title={say('class.speechText')}>
        {activity.speechText === null ? (
          <p className="text-muted">{say('class.noSpeech')}</p>
        ) : (
          <p className="break-words whitespace-pre-line">{activity.speechText}</p>
        )}
      </Card>
    </>
  )
}
