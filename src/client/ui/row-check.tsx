type Props = {
  label: string
  checked: boolean
  /** Some of its rows are chosen, others not. */
  some?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Chooses a row of a table, or all of a page; the box may be missed by a few pixels, so that a finger hits it. */
export const RowCheck = ({ label, checked, some = false, disabled = false, onChange }: Props) => (
  <label className="-m-1.5 inline-flex size-7 items-center justify-center align-middle">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = some
      }}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 accent-(--accent-fill)"
    />
  </label>
)
