import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatNumber, labelled, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { uploadPicture } from '#client/upload.ts'
import type { Picture } from '#shared/attachments.ts'
import { imageProblem } from './image-check.ts'

type Props = { label: string; picture: Picture | null; onChange: (picture: Picture | null) => void; own?: boolean }

/** Check and upload a chosen file; `part` = the uploaded part while it is being uploaded. */
function usePictureUpload(onChange: Props['onChange'], own: boolean) {
  const say = useWord()
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const wrong = imageProblem(file)
    if (wrong) return setProblem(say(wrong))
    setProblem(null)
    setPart(0)
    try {
      onChange(await uploadPicture(file, { onProgress: setPart, own }))
      toastSuccess(say('places.picUploaded'))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : say('places.picFailed'))
    } finally {
      setPart(null)
    }
  }
  return { input, part, problem, take }
}

/**
 * One picture: uploaded at once and shown, used when the form is saved; `own` = the user's own picture, which changes
 * at once.
 */
export function PictureField({ label, picture, onChange, own = false }: Props) {
  const say = useWord()
  const { input, part, problem, take } = usePictureUpload(onChange, own)
  return (
    <div className="grid content-start gap-1">
      <span className="font-medium">{label}</span>
      <div className="flex items-center gap-3">
        <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-ground">
          {picture ? (
            <img src={picture.url} alt={labelled(label, picture.fileName)} className="size-full object-contain" />
          ) : (
            <ImagePlus aria-hidden className="size-5 text-muted" />
          )}
        </span>
        <div className="flex min-w-0 flex-wrap gap-1">
          <Button
            size="sm"
            busy={part !== null}
            onClick={() => input.current?.click()}
            aria-label={labelled(say(picture ? 'places.picReplace' : 'places.picChoose'), label)}
          >
            {say(picture ? 'places.picReplace' : 'places.picChoose')}
          </Button>
          {picture && (
            <Button
              size="sm"
              variant="quiet"
              icon={<X aria-hidden className="size-3.5" />}
              onClick={() => onChange(null)}
              aria-label={labelled(say('places.picRemove'), label)}
            >
              {say('places.picRemove')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </div>
      {problem ? (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      ) : (
        <p className="text-xs text-muted">
          {part === null ? say('places.picHelp') : `${formatNumber(Math.round(part * 100))} %`}
        </p>
      )}
    </div>
  )
}
