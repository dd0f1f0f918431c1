import { Info, Plus, Trash2, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { type DoorNumber, doorNumbers } from '#shared/selection/to-inputs.ts'
import { WizardDoorStateField } from './wizard-choice-field.tsx'
import { useWizardFields } from './wizard-context.tsx'
import {
  type DoorField,
  type DoorValues,
  doorField,
  doorParts,
  doorsIn,
  doorValues,
  withoutDoor,
} from './wizard-doors.ts'
import { meaningOf, rangeOf } from './wizard-field-help.tsx'
import { isRequired, WizardNumberField } from './wizard-number-field.tsx'
import { unitText } from './wizard-unit.ts'

const columns = '@lg:grid-cols-[3.5rem_repeat(3,minmax(0,1fr))_minmax(0,1.6fr)_minmax(0,1.1fr)_2rem]'

/**
 * The shown doors: those with values, and rows that were added. A removed door can be restored until the next change.
 */
function useDoors() {
  const { form, set } = useWizardFields()
  const [rows, setRows] = useState(1)
  const [advised, setAdvised] = useState(false)
  const [removed, setRemoved] = useState<{ door: number; values: DoorValues } | null>(null)
  const shown = Math.max(rows, doorsIn(form.values))
  const isFull = shown === doorNumbers.length
  const setDoors = (values: DoorValues) => {
    for (const [name, value] of Object.entries(values))
      if (form.values[name as DoorField] !== value) set(name as DoorField, value)
  }
  const add = () => {
    if (isFull) setAdvised(true)
    else setRows(shown + 1)
    setRemoved(null)
  }
  const remove = (door: DoorNumber) => {
    setRemoved({ door, values: doorValues(form.values) })
    setDoors(withoutDoor(form.values, door))
    setRows(shown - 1)
    setAdvised(false)
  }
  const restore = (values: DoorValues) => {
    setDoors(values)
    setRemoved(null)
  }
  return { shown, removed, isAdvised: advised && isFull, add, remove, restore }
}

/** The doors, one row each. Three doors are documented; for more there is advice on merging them. */
export function WizardDoorRows() {
  const say = useWord()
  const id = useId()
  const { shown, removed, isAdvised, add, remove, restore } = useDoors()
  return (
    <section aria-labelledby={id} className="@container rounded-md border border-line bg-surface p-4">
      <h3 id={id} className="font-semibold">
        {say('wizardField.group.doors')}
      </h3>
      <DoorHeadings />
      <ul className="mt-3 grid gap-3 @lg:mt-2 @lg:gap-2">
        {doorNumbers.slice(0, shown).map((door) => (
          <DoorRow key={door} door={door} onRemove={shown > 1 ? () => remove(door) : undefined} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={add} icon={<Plus aria-hidden className="size-4" />}>
          {say('wizardField.addDoor')}
        </Button>
        {removed && (
          <p role="status" className="flex items-center gap-2 text-xs text-muted">
            {say('wizardField.doorRemoved', { door: removed.door })}
            <Button
              size="sm"
              variant="quiet"
              onClick={() => restore(removed.values)}
              icon={<Undo2 aria-hidden className="size-4" />}
            >
              {say('wizardField.doorRestore')}
            </Button>
          </p>
        )}
      </div>
      {isAdvised && <MergeAdvice />}
    </section>
  )
}

/** Name, unit, range and meaning of each column, once for all rows. */
function DoorHeadings() {
  const say = useWord()
  const heading = {
    Length: 'length',
    Height: 'height',
    Width: 'depth',
    OpenState: 'state',
    OpenCountDaily: 'count',
  } as const
  return (
    <div aria-hidden className={`mt-2 hidden items-start gap-2 text-xs text-muted @lg:grid ${columns}`}>
      <span />
      {doorParts.map((part) => {
        const name = doorField(1, part)
        return (
          <span key={part} className="grid">
            <span className="text-sm font-medium text-ink">{say(`wizardField.doorColumn.${heading[part]}`)}</span>
            {part === 'OpenState' ? null : (
              <span className="figures">
                {rangeOf(`door1${part}`)} {part === 'OpenCountDaily' ? unitText('1/day') : 'm'}
              </span>
            )}
            {part === 'OpenState' ? null : <span>{meaningOf(name)}</span>}
          </span>
        )
      })}
    </div>
  )
}

function DoorRow({ door, onRemove }: { door: DoorNumber; onRemove: (() => void) | undefined }) {
  const say = useWord()
  const title = say('wizardField.group.door', { door })
  return (
    <li
      aria-label={title}
      className={`grid grid-cols-2 items-start gap-x-2 gap-y-3 border-t border-line pt-3 @lg:pt-2 ${columns}`}
    >
      <span className="flex min-h-8 items-center gap-1 font-medium whitespace-nowrap">
        {title}
        {isRequired(`door${door}Length`) && (
          <span aria-hidden className="hidden text-danger @lg:inline" title={say('ui.required')}>
            *
          </span>
        )}
      </span>
      <span className="min-h-8 justify-self-end @lg:order-last">
        {onRemove && (
          <IconButton
            label={say('wizardField.removeDoor', { door })}
            onClick={onRemove}
            icon={<Trash2 aria-hidden className="size-4" />}
          />
        )}
      </span>
      <WizardNumberField name={`door${door}Length`} inRow />
      <WizardNumberField name={`door${door}Height`} inRow />
      <WizardNumberField name={`door${door}Width`} inRow />
      <WizardDoorStateField name={`door${door}OpenState`} />
      <WizardNumberField name={`door${door}OpenCountDaily`} inRow />
    </li>
  )
}

/** Advice for a fourth door: which doors can be merged without changing the result. */
function MergeAdvice() {
  const say = useWord()
  return (
    <div role="status" className="mt-3 flex gap-2 rounded-md border border-line bg-sunken px-3 py-2">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <div className="grid gap-1">
        <p className="font-medium">{say('wizardField.merge')}</p>
        <ul className="list-disc ps-5">
          <li>{say('wizardField.merge.counts')}</li>
          <li>{say('wizardField.merge.widths')}</li>
        </ul>
        <p className="text-muted">{say('wizardField.merge.seals')}</p>
      </div>
    </div>
  )
}
