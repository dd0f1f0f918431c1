import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
} from '@headlessui/react'
import { CornerDownRight, Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { formatNumber, useWord } from '#client/i18n.ts'
import { preloadScreen } from '#client/preload.ts'
import { classNames } from '#client/ui/class-names.ts'
import { StateTag } from '#client/ui/state-tag.tsx'
import { iconOf } from './icons.ts'
import type { PaletteActions } from './palette-commands.ts'
import { usePaletteItems } from './palette-items.ts'
import type { PaletteGroups, PaletteItem } from './palette-match.ts'
import { RecordName } from './palette-recent.tsx'
import { useExamples } from './palette-rights.ts'
import { endTypingAhead } from './typed-ahead.ts'

const searchDelay = 120
/** The number of first results whose screens are preloaded: usually one of them is chosen. */
const prefetched = 3

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * Keys that the list must not get. Escape closes before other handlers see it: the list would use the first one to close
 * itself, and the details beside a list would also close. Enter without a result does nothing: the list would show an
 * empty field, though the text remains.
 */
const keptFromList = (isEmpty: boolean, onClose: () => void) => (event: KeyboardEvent) => {
  const closes = event.key === 'Escape'
  if (!closes && !(event.key === 'Enter' && isEmpty)) return
  event.preventDefault()
  if (closes) onClose()
}

/** The text of the palette, initially the text typed while it was loading. */
function useTyped() {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const ahead = endTypingAhead()
    if (ahead !== '') setTyped(ahead)
  }, [])
  return [typed, setTyped] as const
}

/** Preload the screens of the first results, so that Enter shows one at once. */
function usePrefetch(groups: PaletteGroups): void {
  const first = groups.flatMap(({ rows }) => rows).slice(0, prefetched)
  const paths = first.flatMap(({ path, run }) => (run ? [] : [path])).join(' ')
  useEffect(() => {
    for (const path of paths.split(' ')) if (path !== '') preloadScreen(path)
  }, [paths])
}

/**
 * Ctrl or ⌘ K: go to a screen, to a client, site or project by its name, to a device by a part of its serial, to the
 * offline devices of a client; or run a command. `actions` holds the parts that a command needs after the palette is
 * closed.
 */
export function CommandPalette({ onClose, ...actions }: { onClose: () => void } & PaletteActions) {
  const say = useWord()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useTyped()
  const query = typed.trim()
  const { groups, searching } = usePaletteItems(query, useSettled(query), actions)
  const examples = useExamples()
  usePrefetch(groups)
  const choose = (item: PaletteItem) => {
    onClose()
    if (item.run) return item.run()
    navigate(item.path, { state: item.opens ?? null })
  }

  return (
    <Dialog open onClose={onClose} className="relative z-40" aria-label={say('palette.name')}>
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-start justify-center overflow-y-auto p-4 pt-[12vh]">
        <DialogPanel className="w-full max-w-xl overflow-hidden rounded-md border border-line bg-surface shadow-lift">
          <Combobox<string | null>
            value={null}
            onChange={(path) => {
              const item = groups.flatMap(({ rows }) => rows).find((one) => one.path === path)
              if (item) choose(item)
            }}
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4 text-muted" />
              <ComboboxInput
                autoFocus
                aria-label={say('palette.hint')}
                placeholder={say('palette.hint')}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={keptFromList(groups.length === 0, onClose)}
                className="h-12 min-w-0 flex-1 bg-transparent outline-none"
              />
            </div>
            <ComboboxOptions static className="max-h-96 overflow-y-auto p-2">
              {query === '' && <Note>{examples}</Note>}
              {groups.map(({ title, rows }) => (
                <Fragment key={title}>
                  <Heading>{title}</Heading>
                  {rows.map((item) => (
                    <Option key={item.path} item={item} />
                  ))}
                </Fragment>
              ))}
              {searching && <Note>{say('palette.searching')}</Note>}
              {!searching && groups.length === 0 && <Note>{say('palette.none')}</Note>}
            </ComboboxOptions>
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

function Option({ item: { path, label, icon, mono, note, state, count, below, run, record } }: { item: PaletteItem }) {
  const Icon = icon === undefined ? null : iconOf(icon)
  return (
    <ComboboxOption
      value={path}
      className={classNames('option', below && 'pl-9')}
      onPointerEnter={() => run === undefined && preloadScreen(path)}
    >
      {Icon ? (
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      ) : (
        !mono && <CornerDownRight aria-hidden className="size-4 shrink-0 text-muted" />
      )}
      <span className={below ? 'sr-only' : mono ? 'font-mono' : 'truncate'}>
        {record ? <RecordName record={record} title={label} /> : label}
      </span>
      {!below && <span className="min-w-0 flex-1 truncate text-muted">{note}</span>}
      {state && <StateTag state={state} />}
      {count !== undefined && <span className="figures">{formatNumber(count)}</span>}
    </ComboboxOption>
  )
}

// A list box may contain only options, so headings and notes are options that cannot be chosen.
const Heading = ({ children }: { children: string }) => (
  <ComboboxOption value={children} disabled className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
    {children}
  </ComboboxOption>
)
const Note = ({ children }: { children: string }) => (
  <ComboboxOption value={children} disabled className="px-2 py-3 text-muted">
    {children}
  </ComboboxOption>
)
