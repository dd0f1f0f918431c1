import { Camera, ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'

type Props = {
  label: string
  busy: boolean
  onFiles: (files: readonly File[]) => Promise<void>
  disabled?: boolean
  multiple?: boolean
  /** Open the camera of a phone instead of its stored pictures. */
  camera?: boolean
  size?: 'sm'
}

/** Choose picture files; the same ones can be chosen again. */
export function PictureButton({
  label,
  busy,
  onFiles,
  disabled = false,
  multiple = false,
  camera = false,
  size,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const Mark = camera ? Camera : ImagePlus
  const take = async (files: FileList | null) => {
    await onFiles([...(files ?? [])])
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <Button
        size={size}
        busy={busy}
        disabled={disabled}
        icon={<Mark aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        multiple={multiple}
        {...(camera ? { capture: 'environment' as const } : {})}
        hidden
        onChange={(event) => void take(event.target.files)}
      />
    </>
  )
}
