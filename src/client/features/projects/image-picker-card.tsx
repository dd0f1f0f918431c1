import { Eye, ImageOff, RotateCw, Star, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { ProjectImage } from '#shared/projects.ts'
import type { PendingImage } from './image-picker-uploads.ts'

const frame = 'flex min-w-0 flex-col overflow-hidden rounded-md border bg-surface'
const icon = 'size-4'

/** A picture, or a text that it cannot be shown; its name is beside it. */
export function Sketch({ url, className }: { url: string; className: string }) {
  const say = useWord()
  const [isGone, setGone] = useState(false)
  if (!isGone) return <img src={url} alt="" className={className} onError={() => setGone(true)} />
  return (
    <span className={classNames('flex flex-col items-center justify-center gap-1 text-muted', className)}>
      <ImageOff aria-hidden className="size-6" strokeWidth={1.25} />
      <span className="text-xs">{say('images.gone')}</span>
    </span>
  )
}

type ImageCardProps = {
  image: ProjectImage
  isMain: boolean
  onView: () => void
  onMain: () => void
  onRemove: () => void
  /** Takes the remove button, which gets the focus when the picture before it is removed. */
  removeRef: (button: HTMLButtonElement | null) => void
}

/** A picture with its actions; the label of every button contains the file name. */
export function ImageCard({ image: { url, fileName }, isMain, onView, onMain, onRemove, removeRef }: ImageCardProps) {
  const say = useWord()
  return (
    <li className={classNames(frame, isMain ? 'border-accent' : 'border-line')}>
      <span className="relative block">
        <Sketch key={url} url={url} className="aspect-[4/3] w-full bg-sunken object-contain" />
        {isMain && (
          <span className="absolute top-1 left-1 inline-flex items-center gap-1 rounded-sm bg-accent-fill px-1.5 py-0.5 text-xs text-white">
            <Star aria-hidden className="size-3 fill-current" />
            {say('images.main')}
          </span>
        )}
      </span>
      <span className="truncate px-2 pt-1 text-xs" title={fileName}>
        {fileName}
      </span>
      <span className="flex justify-between px-1 pb-1">
        <IconButton
          size="sm"
          label={say('images.view', { name: fileName })}
          icon={<Eye aria-hidden className={icon} />}
          onClick={onView}
        />
        <IconButton
          size="sm"
          label={say(isMain ? 'images.isMain' : 'images.makeMain', { name: fileName })}
          aria-pressed={isMain}
          icon={<Star aria-hidden className={classNames(icon, isMain && 'fill-accent text-accent')} />}
          onClick={onMain}
        />
        <IconButton
          ref={removeRef}
          size="sm"
          label={say('images.remove', { name: fileName })}
          icon={<Trash2 aria-hidden className={icon} />}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}

type PendingCardProps = { pending: PendingImage; onRetry: () => void; onCancel: () => void }

/** A picture during upload: its progress, or the reason why it was refused. */
export function PendingCard({ pending: { file, started, part, reason }, onRetry, onCancel }: PendingCardProps) {
  const say = useWord()
  const name = file.name
  const percent = Math.round(100 * part)
  return (
    <li className={classNames(frame, reason === null ? 'border-line' : 'border-danger')}>
      <span className="grid aspect-[4/3] w-full place-content-center gap-2 bg-sunken p-2 text-center text-xs">
        {reason === null ? (
          <>
            <span className="figures" aria-hidden>
              {percent}%
            </span>
            <span
              role="progressbar"
              aria-label={say(started ? 'images.uploading' : 'images.waiting', { name })}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent}
              className="block h-1.5 w-24 overflow-hidden rounded-full bg-line"
            >
              <span
                className="block h-full bg-accent-fill transition-[width] forced-colors:bg-[CanvasText]"
                style={{ width: `${percent}%` }}
              />
            </span>
          </>
        ) : (
          <span className="text-danger">{reason}</span>
        )}
      </span>
      <span className="truncate px-2 pt-1 text-xs" title={name}>
        {name}
      </span>
      <span className="flex justify-between px-1 pb-1">
        {reason === null ? (
          <span />
        ) : (
          <IconButton
            size="sm"
            label={say('images.again', { name })}
            icon={<RotateCw aria-hidden className={icon} />}
            onClick={onRetry}
          />
        )}
        <IconButton
          size="sm"
          label={say(reason === null ? 'images.cancel' : 'images.discard', { name })}
          icon={<X aria-hidden className={icon} />}
          onClick={onCancel}
        />
      </span>
    </li>
  )
}
