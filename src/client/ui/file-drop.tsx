import { FileText, Upload, X } from 'lucide-react'
import { type DragEvent, type RefObject, useId, useRef, useState } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

type FileDropProps = {
  label: string
  file: File | null
  onChange: (file: File | null) => void
  /** File name extensions with the dot, for example [".csv", ".json"]. */
  kinds: readonly string[]
  maxBytes: number
  help?: string
  disabled?: boolean
  /** Show the label only to screen readers. */
  labelHidden?: boolean
}

const kibibyte = 1024
const fileSize = (bytes: number): string =>
  bytes < kibibyte * kibibyte
    ? `${formatNumber(Math.max(1, Math.round(bytes / kibibyte)))} KB`
    : `${formatNumber(Math.round((bytes / kibibyte / kibibyte) * 10) / 10)} MB`

type Checked = Pick<FileDropProps, 'kinds' | 'maxBytes' | 'onChange'> & { input: RefObject<HTMLInputElement | null> }

/** Pass on a chosen file, or say why it cannot be used. */
function useCheckedFile({ kinds, maxBytes, onChange, input }: Checked) {
  const say = useWord()
  const [problem, setProblem] = useState<string | null>(null)
  const take = (next: File | undefined) => {
    if (!next) return
    const wrongKind = !kinds.some((kind) => next.name.toLowerCase().endsWith(kind))
    const tooLarge = next.size > maxBytes
    setProblem(
      wrongKind
        ? say('file.wrongKind', { kinds: kinds.join(' ') })
        : tooLarge
          ? say('file.tooLarge', { size: fileSize(maxBytes) })
          : null,
    )
    if (!wrongKind && !tooLarge) onChange(next)
    if (input.current) input.current.value = ''
  }
  return { problem, take }
}

/** An area to drop or choose one file. It refuses other extensions and too large files at once, with a message. */
export function FileDrop({
  label,
  file,
  onChange,
  kinds,
  maxBytes,
  help,
  disabled = false,
  labelHidden = false,
}: FileDropProps) {
  const say = useWord()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { problem, take } = useCheckedFile({ kinds, maxBytes, onChange, input })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files[0])
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <span className={labelHidden ? 'sr-only' : 'font-medium'}>{label}</span>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'grid min-h-24 cursor-pointer place-items-center gap-1 rounded-md border border-dashed px-4 py-4 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent',
          over ? 'border-accent bg-accent-soft' : 'border-control hover:bg-hover',
          disabled && 'pointer-events-none opacity-60',
        )}
      >
        <Upload aria-hidden className="size-5 text-muted" />
        <span>{over ? say('file.dropHere') : say('file.drop')}</span>
        <span className="text-xs text-muted">{help ?? `${kinds.join(' ')} ≤ ${fileSize(maxBytes)}`}</span>
        <input
          ref={input}
          id={id}
          type="file"
          className="sr-only"
          accept={kinds.join(',')}
          disabled={disabled}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </label>
      {file && <ChosenFile file={file} disabled={disabled} onRemove={() => onChange(null)} />}
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The chosen file, with a button to remove it. */
function ChosenFile({ file, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  const say = useWord()
  return (
    <div className="flex items-center gap-2">
      <FileText aria-hidden className="size-4 text-muted" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {say('file.chosen', { name: file.name, size: fileSize(file.size) })}
      </span>
      <IconButton
        size="sm"
        label={say('file.remove')}
        icon={<X aria-hidden className="size-4" />}
        onClick={onRemove}
        disabled={disabled}
      />
    </div>
  )
}
