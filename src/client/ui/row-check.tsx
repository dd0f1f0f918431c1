type Props = {
  label: string
  checked: boolean
  /** Some of the rows are selected, others are not. */
  some?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox that selects a row of a table, or all rows of a page; its hit area is a few pixels larger, for touch. */
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
