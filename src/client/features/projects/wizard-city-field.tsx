import { LoaderCircle, MapPin, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { usePlaceNames } from '#client/place-names.ts'
import { trpc } from '#client/trpc.ts'
import { Field } from '#client/ui/field.tsx'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { storedName, suggested } from './city-suggestions.ts'
import type { CityState } from './use-city-climate.ts'
import { sourceParts } from './wizard-climate.ts'
import { useWizardFields } from './wizard-context.tsx'

const freshMilliseconds = 3_600_000

type Props = { state: CityState; onCity: (city: string) => void; className?: string }

/** The city: free text with suggestions. Choosing a suggestion or leaving the field fetches its climate. */
export function WizardCityField({ state, onCity, className }: Props) {
  const { form, errorOf } = useWizardFields()
  return (
    <div data-field="city" className={className}>
      <Field label={fieldLabel(language, 'city')} error={errorOf('city')} required help={<CityNote state={state} />}>
        {(control) => <CityInput {...control} value={form.values.city} onCity={onCity} />}
      </Field>
    </div>
  )
}

function CityNote({ state }: { state: CityState }): ReactNode {
  const say = useWord()
  const { sourceText } = usePlaceNames()
  const { form } = useWizardFields()
  const city = form.values.city.trim()
  if (state === 'loading')
    return (
      <span className="flex items-center gap-1">
        <LoaderCircle aria-hidden className="size-3 animate-spin" />
        {say('wizardField.cityLoading')}
      </span>
    )
  if (state === 'failed') return <Flag>{say('wizardField.cityFailed')}</Flag>
  if (city === '' || city !== form.filledCity) return say('wizardField.cityHelp')
  if (!form.climate) return <Flag>{say('wizardField.cityUnknown')}</Flag>
  const { station, flag } = sourceParts(form.climate.source && sourceText(form.climate.source))
  return (
    <>
      <span className="flex items-start gap-1">
        <MapPin aria-hidden className="mt-0.5 size-3 shrink-0" />
        {say('wizardField.citySource', { source: station })}
      </span>
      {flag && <Flag>{flag}</Flag>}
    </>
  )
}

const Flag = ({ children }: { children: ReactNode }) => (
  <span className="flex items-start gap-1 text-caution">
    <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
    <span>{children}</span>
  </span>
)

type InputProps = { id: string; value: string; onCity: (city: string) => void }

/**
 * The open list of suggestions and its active option. Nothing is active until an arrow key is pressed; Enter without an
 * active option takes the typed text.
 */
function useSuggestions(shown: readonly string[], value: string, onChoose: (name: string) => void) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const expanded = open && shown.length > 0
  const setState = (isOpen: boolean) => {
    setOpen(isOpen)
    setActive(-1)
  }
  const choose = (name: string) => {
    setState(false)
    onChoose(name)
  }
  const move = (step: number) => {
    const next = !expanded ? 0 : (active + step + shown.length) % shown.length
    setOpen(true)
    setActive(next)
    box.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      // Enter must not turn the page, so that the values of the city, or that it has none, can be seen.
      event.preventDefault()
      choose((expanded ? shown[active] : undefined) ?? value)
    } else if (event.key === 'Escape' && expanded) {
      event.preventDefault()
      setState(false)
    }
  }
  return {
    box,
    expanded,
    active,
    show: () => setOpen(true),
    restart: () => setState(true),
    close: () => setState(false),
    choose,
    onKeyDown,
  }
}

/**
 * A list box under a free text. It never selects an option by itself, so that a suggestion does not replace the typed
 * text.
 */
function CityInput({ value, onCity, ...control }: InputProps) {
  const say = useWord()
  const list = useId()
  const { set, leave } = useWizardFields()
  const names = trpc.cities.names.useQuery(undefined, { staleTime: freshMilliseconds, meta: { silent: true } })
  const { cityName } = usePlaceNames()
  const shown = useMemo(() => suggested(names.data ?? [], value, cityName), [names.data, value, cityName])
  const take = (typed: string) => {
    const name = storedName(names.data ?? [], typed, cityName)
    if (name !== typed) set('city', name)
    onCity(name)
  }
  const { box, expanded, active, ...suggestions } = useSuggestions(shown, value, (name) => {
    set('city', name)
    take(name)
  })
  return (
    <div className="relative">
      <input
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={expanded}
        aria-controls={list}
        aria-activedescendant={expanded && active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        className="control"
        value={value}
        onChange={(event) => {
          set('city', event.target.value)
          suggestions.restart()
        }}
        onClick={suggestions.show}
        onKeyDown={suggestions.onKeyDown}
        onBlur={() => {
          suggestions.close()
          leave('city')
          take(value)
        }}
      />
      <div
        ref={box}
        id={list}
        role="listbox"
        aria-label={say('wizardField.cityCount', { count: names.data?.length ?? 0 })}
        className={
          expanded ? 'popover absolute top-full left-0 mt-1 max-h-72 w-full min-w-56 overflow-y-auto' : 'hidden'
        }
      >
        {shown.map((name, index) => (
          <CityOption
            key={name}
            id={`${list}-${index}`}
            name={name}
            shown={cityName(name)}
            active={index === active}
            onChoose={suggestions.choose}
          />
        ))}
      </div>
    </div>
  )
}

type OptionProps = { id: string; name: string; shown: string; active: boolean; onChoose: (name: string) => void }

const CityOption = ({ id, name, shown, active, onChoose }: OptionProps) => (
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={active}
    data-focus={active || undefined}
    className="option"
    // `pointerdown` comes before the input loses the focus and the list closes.
    onPointerDown={(event) => {
      event.preventDefault()
      onChoose(name)
    }}
  >
    {shown}
    {shown !== name && <span className="ml-2 text-muted">{name}</span>}
  </div>
)
