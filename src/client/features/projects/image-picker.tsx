import { Plus } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { say } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { ProjectImage } from '#shared/projects.ts'
import { ImageCard, PendingCard, Sketch } from './image-picker-card.tsx'
import { useImageUploads } from './image-picker-uploads.ts'
import { withImage, withoutImage } from './main-image.ts'

type ImagePickerProps = {
  images: ProjectImage[]
  /** The `path` of the main picture. */
  mainImage: string | null
  onChange: (images: ProjectImage[], mainImage: string | null) => void
}

/** Take pictures pasted anywhere on the page except into a field. */
function usePastedFiles(add: (files: readonly File[]) => void): void {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const isField =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null
      if (files.length === 0 || isField) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

/** The changes of the pictures: add an uploaded one, remove one, choose the main one. */
function useImageChanges({ images, mainImage, onChange }: ImagePickerProps) {
  // Two uploads may end before the next render, so the newest value is kept in a ref.
  const latest = useRef({ images, mainImage })
  useEffect(() => {
    latest.current = { images, mainImage }
  }, [images, mainImage])
  const set = (next: typeof latest.current) => {
    latest.current = next
    onChange(next.images, next.mainImage)
  }
  return {
    add: (image: ProjectImage) => set(withImage(latest.current, image)),
    remove: (path: string) => {
      set(withoutImage(latest.current, path))
      toastSuccess(say('images.removed'))
    },
    makeMain: (path: string) => {
      if (path === latest.current.mainImage) return
      set({ ...latest.current, mainImage: path })
      toastSuccess(say('images.mainSet'))
    },
  }
}

/** Sketches as picture cards, added by a click, by drag and drop or by pasting; one of them is the main picture. */
export function ImagePicker(props: ImagePickerProps) {
  const { images, mainImage } = props
  const input = useRef<HTMLInputElement>(null)
  const removers = useRef(new Map<number, HTMLButtonElement>())
  const [over, setOver] = useState(false)
  const [viewed, setViewed] = useState<ProjectImage | null>(null)
  const changes = useImageChanges(props)
  const uploads = useImageUploads(changes.add)
  usePastedFiles(uploads.add)

  const remove = (path: string, index: number) => {
    const next = removers.current.get(index + 1) ?? removers.current.get(index - 1)
    ;(next ?? input.current)?.focus()
    changes.remove(path)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploads.add([...event.dataTransfer.files])
  }

  return (
    <fieldset
      className="min-w-0"
      aria-label={say('images.list')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {images.map((image, index) => (
          <ImageCard
            key={image.path.split('?', 1)[0]}
            image={image}
            isMain={image.path === mainImage}
            onView={() => setViewed(image)}
            onMain={() => changes.makeMain(image.path)}
            onRemove={() => remove(image.path, index)}
            removeRef={(button) => void (button ? removers.current.set(index, button) : removers.current.delete(index))}
          />
        ))}
        {uploads.pending.map((pending) => (
          <PendingCard
            key={pending.key}
            pending={pending}
            onRetry={() => uploads.again(pending.key)}
            onCancel={() => uploads.cancel(pending.key)}
          />
        ))}
        <AddCard over={over} input={input} onAdd={uploads.add} />
      </ul>
      <ImageDialog image={viewed} onClose={() => setViewed(null)} />
    </fieldset>
  )
}

/** One picture as large as the page permits; null = closed. */
const ImageDialog = ({ image, onClose }: { image: ProjectImage | null; onClose: () => void }) => (
  <Dialog open={image !== null} onClose={onClose} title={image?.fileName ?? ''} size="lg">
    {image && <Sketch url={image.url} className="mx-auto max-h-[75dvh] min-h-40 w-auto max-w-full object-contain" />}
  </Dialog>
)

type AddCardProps = {
  over: boolean
  input: RefObject<HTMLInputElement | null>
  onAdd: (files: readonly File[]) => void
}

/** The card that adds a picture; `over` = a file is dragged over the list. */
function AddCard({ over, input, onAdd }: AddCardProps) {
  const id = useId()
  return (
    <li className="min-h-40">
      <label
        htmlFor={id}
        className={classNames(
          'grid h-full cursor-pointer place-content-center justify-items-center gap-1 rounded-md border border-dashed px-2 py-4 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent',
          over ? 'border-accent bg-accent-soft' : 'border-control hover:bg-hover',
        )}
      >
        <Plus aria-hidden className="size-6 text-muted" strokeWidth={1.5} />
        <span>{say(over ? 'images.dropHere' : 'images.add')}</span>
        <span className="text-xs text-muted">{say('images.addHelp')}</span>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          className="sr-only"
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
    </li>
  )
}
