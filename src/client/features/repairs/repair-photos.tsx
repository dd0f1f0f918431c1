import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Drawer } from '#client/ui/drawer.tsx'
import { Gallery } from '#client/ui/pictures/gallery.tsx'
import { PictureButton } from '#client/ui/pictures/picture-button.tsx'
import { usePictures } from '#client/ui/pictures/use-pictures.ts'
import { QueryError } from '#client/ui/status.tsx'
import { mostRepairPhotos } from '#shared/attachments.ts'
import type { RepairRow } from '#shared/repairs.ts'

type Props = { record: RepairRow; mayAdd: boolean; onClose: () => void }

/** The photos of a repair record; people who may enter records add and delete photos, on a phone with its camera. */
export function RepairPhotos({ record, mayAdd, onClose }: Props) {
  const utils = trpc.useUtils()
  const photos = trpc.repairs.photos.useQuery({ id: record.id }, { meta: { silent: true } })
  const { busy, add, ask } = usePictures(
    { kind: 'repair', id: record.id },
    () => utils.repairs.photos.invalidate({ id: record.id }),
    {
      ask: (name) => say('repairs.photosDeleteAsk', { name }),
      deleted: () => say('repairs.photosDeleted'),
    },
  )
  const shown = photos.data ?? []
  const full = shown.length >= mostRepairPhotos
  const remove = { label: ({ fileName }: { fileName: string }) => say('repairs.photosDelete', { name: fileName }), ask }
  return (
    <Drawer
      backCloses
      open
      onClose={onClose}
      title={say('repairs.photosOf', { serial: record.deviceSerial, date: record.repairDateStr })}
    >
      <div className="grid gap-4 p-4">
        {photos.error && <QueryError query={photos} />}
        {photos.data && shown.length === 0 && <p className="text-muted">{say('repairs.photosNone')}</p>}
        <Gallery pictures={shown} {...(mayAdd ? { remove } : {})} />
        {mayAdd && (
          <>
            <p className="text-muted">
              {say(full ? 'repairs.photosFull' : 'repairs.photosHelp', { limit: mostRepairPhotos })}
            </p>
            <span className="flex flex-wrap gap-2">
              <PictureButton label={say('repairs.photosAdd')} busy={busy} disabled={full} onFiles={add} multiple />
              <span className="hidden pointer-coarse:inline-flex">
                <PictureButton label={say('repairs.photosTake')} busy={busy} disabled={full} onFiles={add} camera />
              </span>
            </span>
          </>
        )}
      </div>
    </Drawer>
  )
}
