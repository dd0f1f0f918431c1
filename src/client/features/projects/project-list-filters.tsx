import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Select } from '#client/ui/select.tsx'
import { longestProjectText, type ProjectListKind } from '#shared/projects.ts'
import { type ProjectView, projectStates } from './project-view.ts'

const searchDelay = 300

type Props = { view: ProjectView; lists: readonly ProjectListKind[]; change: (patch: Partial<ProjectView>, way?: { replace: boolean }) => void }

/** Search, state, and whose projects, where a person may see more than the own. */
export function ProjectListFilters({ view, lists, change }: Props) {
  const say = useWord()
  return (
    <search className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
      {lists.length > 1 && <ScopeChoice view={view} lists={lists} change={change} />}
      <div className="flex w-full gap-3 sm:w-auto">
        <SearchField applied={view.search} onSearch={(search) => change({ search, page: 1 }, { replace: true })} />
        <Select
          label={say('projects.status')}
          labelHidden
          className="w-32 shrink-0 sm:w-36"
          value={view.state}
          emptyLabel={say('projects.everyStatus')}
          options={projectStates.map((state) => ({ value: state, label: say(`projects.${state}`) }))}
          onChange={(state) => change({ state, page: 1 })}
        />
      </div>
    </search>
  )
}

/** Searches while one types, a moment after the last key; Enter does not wait. */
function SearchField({ applied, onSearch }: { applied: string; onSearch: (text: string) => void }) {
  const say = useWord()
  const [typed, setTyped] = useState(applied)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  // Back, or a cleared condition, may change the search from outside.
  useEffect(() => setTyped((text) => (text.trim() === applied ? text : applied)), [applied])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === applied) return
    const timer = setTimeout(() => latest.current(wanted), searchDelay)
    return () => clearTimeout(timer)
  }, [typed, applied])
  return (
    <form
      className="min-w-0 flex-1 sm:w-64 sm:flex-none"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <span className="control flex items-center gap-2 py-0!">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          type="text"
          aria-label={say('projects.search')}
          placeholder={say('projects.searchHint')}
          maxLength={longestProjectText}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-h-7.5 min-w-0 flex-1 bg-transparent outline-none"
        />
        {typed !== '' && (
          <IconButton
            size="sm"
            label={say('ui.clear')}
            icon={<X aria-hidden className="size-3.5" />}
            onClick={() => {
              setTyped('')
              onSearch('')
            }}
          />
        )}
      </span>
    </form>
  )
}

function ScopeChoice({ view, lists, change }: Props) {
  const say = useWord()
  return (
    <fieldset className="flex w-full rounded-md sm:w-auto border border-control bg-surface p-0.5">
      <legend className="sr-only">{say('projects.scope')}</legend>
      {lists.map((list) => (
        <label
          key={list}
          className={classNames(
            'flex min-h-6.5 flex-1 cursor-pointer items-center justify-center rounded-sm px-3 whitespace-nowrap font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent',
            view.list === list ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
          )}
        >
          <input type="radio" name="list" className="sr-only" checked={view.list === list} onChange={() => change({ list, page: 1 })} />
          {say(`projects.scope.${list}`)}
        </label>
      ))}
    </fieldset>
  )
}
