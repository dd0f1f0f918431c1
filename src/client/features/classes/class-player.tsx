import { type RefObject, useEffect, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ErrorState } from '#client/ui/status.tsx'

const rotations = ['none', 'right', 'left'] as const
export type Rotation = (typeof rotations)[number]
/** Fit a rotated video into the same box: its width becomes its height. */
const turns: Record<Rotation, string> = {
  none: '',
  right: 'rotate-90 scale-[0.5625]',
  left: '-rotate-90 scale-[0.5625]',
}

/** No rotation, 90° to the right, 270° to the left (documented). */
export function RotationButtons({
  rotation,
  onChange,
}: {
  rotation: Rotation
  onChange: (rotation: Rotation) => void
}) {
  const say = useWord()
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="sr-only">{say('class.rotation')}</legend>
      {rotations.map((one) => (
        <Button
          key={one}
          variant="quiet"
          size="sm"
          aria-pressed={rotation === one}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onChange(one)}
        >
          {say(`class.rotation.${one}`)}
        </Button>
      ))}
    </fieldset>
  )
}

const fileOf = (address: string) => address.split('?', 1)[0]

type PlayerProps = {
  /** A signed address, which expires after ten minutes. */
  src: string
  rotation: Rotation
  video: RefObject<HTMLVideoElement | null>
  /** Fetch a new address. */
  onExpired: () => Promise<string | null>
}

/** The video of a session. When its address has expired it continues at the same time with a new address. */
export function ClassPlayer({ src, rotation, video, onExpired }: PlayerProps) {
  const say = useWord()
  const [playing, setPlaying] = useState(src)
  const [broken, setBroken] = useState(false)
  const resume = useRef<{ at: number; play: boolean } | null>(null)
  useEffect(() => {
    // Changing to a newer address of the same file would only interrupt.
    setPlaying((before) => (fileOf(before) === fileOf(src) ? before : src))
    setBroken(false)
  }, [src])
  const fetchNewAddress = async () => {
    const element = video.current
    const fresh = await onExpired().catch(() => null)
    if (!element || fresh === null || fresh === playing) return setBroken(true)
    resume.current = { at: element.currentTime, play: !element.paused }
    setPlaying(fresh)
  }
  const continuePlaying = () => {
    const position = resume.current
    resume.current = null
    const element = video.current
    if (!position || !element) return
    element.currentTime = position.at
    if (position.play) element.play().catch(() => {})
  }
  if (broken)
    return <ErrorState message={say('class.videoFailed')} onRetry={() => setBroken(false)} className="h-full" />
  return (
    <video
      ref={video}
      src={playing}
      controls
      playsInline
      preload="metadata"
      aria-label={say('class.video')}
      className={classNames(
        'size-full bg-black object-contain transition-transform motion-reduce:transition-none',
        turns[rotation],
      )}
      onError={() => void fetchNewAddress()}
      onLoadedMetadata={continuePlaying}
    >
      <track kind="captions" />
    </video>
  )
}
