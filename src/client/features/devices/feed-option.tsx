import { type ReactNode, useId } from 'react'

type Props = {
  kind: 'radio' | 'checkbox'
  name: string
  label: string
  help: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** An option in the feed dialog, with an explanation. */
export function FeedOption({ kind, name, label, help, checked, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type={kind}
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-help`}
        className="mt-0.5 size-4 shrink-0 accent-(--accent-fill)"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <div id={`${id}-help`} className="text-xs text-muted">
          {help}
        </div>
      </div>
    </div>
  )
}
