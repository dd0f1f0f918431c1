import { Trash2 } from 'lucide-react'
import { IconButton } from '#client/ui/button.tsx'

export type GalleryPicture = { id: number; url: string; fileName: string }
type Props<Shown extends GalleryPicture> = {
  pictures: readonly Shown[]
  /** Missing = the pictures cannot be removed. */
  remove?: { label: (picture: Shown) => string; ask: (picture: Shown) => void }
}

/** Pictures with their names, each a link to the full picture. */
export function Gallery<Shown extends GalleryPicture>({ pictures, remove }: Props<Shown>) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
      {pictures.map((picture) => (
        <li key={picture.id} className="grid min-w-0 gap-1">
          <a
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded-md border border-line"
          >
            <img
              src={picture.url}
              alt={picture.fileName}
              loading="lazy"
              className="aspect-square w-full object-cover"
            />
          </a>
          <span className="flex items-center gap-1">
            <span className="min-w-0 flex-1 truncate text-xs text-muted" title={picture.fileName}>
              {picture.fileName}
            </span>
            {remove && (
              <IconButton
                size="sm"
                label={remove.label(picture)}
                icon={<Trash2 aria-hidden className="size-3.5" />}
                onClick={() => remove.ask(picture)}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
