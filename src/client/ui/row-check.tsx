type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** Chooses a row of a table; the box may be missed by a few pixels, so that a finger hits it. */
export const RowCheck = ({ label, checked, onChange }: Props) => (
  <label className="-m-1.5 inline-flex size-7 items-center justify-center align-middle">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 accent-(--accent-fill)"
    />
  </label>
)
