import { type RefObject, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { ClassDetail } from '#shared/classes.ts'
import { ClassLive } from './class-live.tsx'
import { ClassPlayer, type Rotation, RotationButtons } from './class-player.tsx'
import { VideoUpload } from './video-upload.tsx'

/** The video of a recorded or ended session, otherwise the live meeting (R117). */
export function ClassStage({ session, video }: { session: ClassDetail; video: RefObject<HTMLVideoElement | null> }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [rotation, setRotation] = useState<Rotation>('none')
  const recorded = session.type === '录播' || session.state === '已结束'
  const fresh = async () => (await utils.classes.get.fetch({ id: session.id }, { staleTime: 0 })).videoUrl
  return (
    <Card
      title={say(recorded ? 'class.video' : 'class.live')}
      padded={false}
      actions={<RotationButtons rotation={rotation} onChange={setRotation} />}
    >
      <div className="aspect-video overflow-hidden bg-sunken">
        {!recorded ? (
          <ClassLive session={session} rotation={rotation} />
        ) : session.videoUrl === null ? (
          <EmptyState title={say('class.noVideo')} className="h-full" />
        ) : (
          <ClassPlayer src={session.videoUrl} rotation={rotation} video={video} onExpired={fresh} />
        )}
      </div>
      {recorded && <VideoUpload session={session} />}
    </Card>
  )
}
