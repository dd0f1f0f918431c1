import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Gallery } from '#client/ui/pictures/gallery.tsx'
import { PictureButton } from '#client/ui/pictures/picture-button.tsx'
import { usePictures } from '#client/ui/pictures/use-pictures.ts'
import type { TraceDetail } from '#shared/traces.ts'

/** Pictures that belong to a trace. */
export function TraceFiles({ trace }: { trace: TraceDetail }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const { busy, add, ask } = usePictures(
    { kind: 'trace', id: trace.id },
    () => utils.traces.get.invalidate({ id: trace.id }),
    {
      ask: (name) => say('traces.deleteFileAsk', { name }),
      deleted: () => say('traces.fileDeleted'),
    },
  )
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{say('traces.attachments')}</h3>
      {trace.attachments.length === 0 ? (
        <p className="text-muted">{say('traces.noAttachments')}</p>
      ) : (
        <Gallery pictures={trace.attachments} remove={{ label: () => say('traces.deleteFile'), ask }} />
      )}
      <div>
        <PictureButton size="sm" label={say('traces.addPicture')} busy={busy} onFiles={add} />
      </div>
    </section>
  )
}
