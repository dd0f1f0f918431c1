import { Camera, ImagePlus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { base64Of } from '#client/base64.ts'
import { messageOf } from '#client/failures.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { mostRepairPhotos, type Picture } from '#shared/attachments.ts'
import type { RepairRow } from '#shared/repairs.ts'

type Props = { record: RepairRow; mayAdd: boolean; onClose: () => void }

/** The photos of a repair record; people who may enter records add and delete them, on a telephone by its camera. */
export function RepairPhotos({ record, mayAdd, onClose }: Props) {
  const utils = trpc.useUtils()
  const photos = trpc.repairs.photos.useQuery({ id: record.id }, { meta: { silent: true } })
  const refresh = () => utils.repairs.photos.invalidate({ id: record.id })
  const upload = trpc.attachments.upload.useMutation({ onSettled: refresh })
  const remove = trpc.attachments.delete.useMutation({
    onSuccess: async () => {
      toastSuccess(say('repairs.photosDeleted'))
      await refresh()
    },
  })
  const ask = async ({ id, fileName }: Picture) => {
    if (await askConfirm({ message: say('repairs.photosDeleteAsk', { name: fileName }), danger: true })) remove.mutate({ id })
  }
  // One after the other, so that a refused one says which and the others stay.
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const done = await upload.mutateAsync({ fileName: file.name, content: await base64Of(file), ownerKind: 'repair', ownerId: record.id }).catch(() => null)
      if (done === null) return
    }
  }
  const shown = photos.data ?? []
  const full = shown.length >= mostRepairPhotos
  return (
    <Drawer open onClose={onClose} title={say('repairs.photosOf', { serial: record.deviceSerial, date: record.repairDateStr })}>
      <div className="grid gap-4 p-4">
        {photos.error && <ErrorState message={messageOf(photos.error)} onRetry={() => void photos.refetch()} retrying={photos.isFetching} />}
        {photos.data && shown.length === 0 && <p className="text-muted">{say('repairs.photosNone')}</p>}
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {shown.map((photo) => (
            <li key={photo.id} className="grid min-w-0 gap-1">
              <a href={photo.url} target="_blank" rel="noreferrer" className="block overflow-hidden rounded-md border border-line">
                <img src={photo.url} alt={photo.fileName} loading="lazy" className="aspect-square w-full object-cover" />
              </a>
              <span className="flex items-center gap-1">
                <span className="min-w-0 flex-1 truncate text-xs text-muted" title={photo.fileName}>
                  {photo.fileName}
                </span>
                {mayAdd && (
                  <IconButton
                    size="sm"
                    label={say('repairs.photosDelete', { name: photo.fileName })}
                    icon={<Trash2 aria-hidden className="size-3.5" />}
                    onClick={() => void ask(photo)}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
        {mayAdd && (
          <>
            <p className="text-muted">{say(full ? 'repairs.photosFull' : 'repairs.photosHelp', { limit: mostRepairPhotos })}</p>
            <span className="flex flex-wrap gap-2">
              <FileButton
                label={say('repairs.photosAdd')}
                icon={<ImagePlus aria-hidden className="size-4" />}
                busy={upload.isPending}
                disabled={full}
                onFiles={add}
                multiple
              />
              <span className="hidden pointer-coarse:inline-flex">
                <FileButton
                  label={say('repairs.photosTake')}
                  icon={<Camera aria-hidden className="size-4" />}
                  busy={upload.isPending}
                  disabled={full}
                  onFiles={add}
                  camera
                />
              </span>
            </span>
          </>
        )}
      </div>
    </Drawer>
  )
}

type FileButtonProps = {
  label: string
  icon: React.ReactNode
  busy: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => Promise<void>
  multiple?: boolean
  /** The camera of a telephone instead of its pictures. */
  camera?: boolean
}

function FileButton({ label, icon, busy, disabled, onFiles, multiple = false, camera = false }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (files: FileList | null) => {
    await onFiles([...(files ?? [])])
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <Button busy={busy} disabled={disabled} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        multiple={multiple}
        {...(camera ? { capture: 'environment' as const } : {})}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void take(event.target.files)}
      />
    </>
  )
}
