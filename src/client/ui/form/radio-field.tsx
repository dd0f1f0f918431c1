import { useId } from 'react'

type Option<Value> = { value: Value; label: string; help: string }
type Props<Value> = {
  label: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error: string | null
}

/** A choice of a few options, each with an explanation. */
export function RadioField<Value extends string>({ label, options, value, onChange, error }: Props<Value>) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      {options.map((option, at) => (
        <label key={option.value} className="grid grid-cols-[auto_1fr] gap-x-2 rounded-md border border-line p-2.5">
          <input
            type="radio"
            name={id}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-labelledby={`${id}-${option.value}-label`}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-${option.value}${error ? ` ${id}-error` : ''}`}
            {...(at === 0 ? { 'data-autofocus': true } : {})}
            className="mt-1 accent-(--accent-fill)"
          />
          <span id={`${id}-${option.value}-label`} className="font-medium">
            {option.label}
          </span>
          <span id={`${id}-${option.value}`} className="col-start-2 text-muted">
            {option.help}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
