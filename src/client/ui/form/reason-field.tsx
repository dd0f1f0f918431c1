import { type ComponentProps, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'

type Props = ComponentProps<typeof TextField> & {
  /** What is said most often, one click each. */
  usual: readonly string[]
}

/** Why something is done: typed, or one of the usual reasons, which may be changed then. Enter saves. */
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
            // The field keeps the focus, and does not say that it is empty.
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
