import { type ComponentProps, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'

type Props = ComponentProps<typeof TextField> & {
  /** The most frequent reasons, one click each. */
  usual: readonly string[]
}

/** A reason for an action: typed, or one of the usual reasons, which can be edited after the click. Enter saves. */
export function ReasonField({ usual, ...field }: Props) {
  const say = useWord()
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className="grid gap-2">
      <TextField {...field} autoComplete="off" />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{say('custody.usual')}</legend>
        {usual.map((reason) => (
          <Button
            key={reason}
            size="sm"
            aria-pressed={field.value === reason}
            className="aria-pressed:border-accent! aria-pressed:bg-accent-soft!"
            // Keep the focus in the field, so that it does not report that it is empty.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              field.onChange(reason)
              box.current?.querySelector('input')?.focus()
            }}
          >
            {reason}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
