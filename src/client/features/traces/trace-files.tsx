import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { base64Of } from '#client/base64.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { TraceDetail, TraceFile } from '#shared/traces.ts'

/** Pictures that belong to a trace. */
export function TraceFiles({ trace }: { trace: TraceDetail }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const input = useRef<HTMLInputElement>(null)
  const refresh = () => utils.traces.get.invalidate({ id: trace.id })
  const upload = trpc.attachments.upload.useMutation({ onSuccess: refresh })
  const remove = trpc.attachments.delete.useMutation({
    onSuccess: async () => {
      toastSuccess(say('traces.fileDeleted'))
      await refresh()
    },
  })
  const ask = async (file: TraceFile) => {
    const message = say('traces.deleteFileAsk', { name: file.fileName })
    if (await askConfirm({ message, danger: true })) remove.mutate({ id: file.id })
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    upload.mutate({ fileName: file.name, content: await base64Of(file), ownerKind: 'trace', ownerId: trace.id })
    if (input.current) input.current.value = ''
  }
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{say('traces.attachments')}</h3>
      {trace.attachments.length === 0 ? (
        <p className="text-muted">{say('traces.noAttachments')}</p>
      ) : (
        <ul className="flex flex-wrap gap-3">
          {trace.attachments.map((file) => (
            <li key={file.id} className="grid w-36 gap-1">
              <a href={file.url} target="_blank" rel="noreferrer" className="block overflow-hidden rounded-md border border-line">
                <img src={file.url} alt={file.fileName} loading="lazy" className="aspect-square w-full object-cover" />
              </a>
              <span className="flex items-center gap-1">
                <span className="min-w-0 flex-1 truncate text-xs text-muted" title={file.fileName}>
                  {file.fileName}
                </span>
                <IconButton size="sm" label={say('traces.deleteFile')} icon={<Trash2 aria-hidden className="size-3.5" />} onClick={() => void ask(file)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button size="sm" busy={upload.isPending} icon={<ImagePlus aria-hidden className="size-3.5" />} onClick={() => input.current?.click()}>
          {say('traces.addPicture')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={say('traces.addPicture')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </div>
    </section>
  )
}
