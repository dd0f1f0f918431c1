import { say } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { longestProjectText, type ProjectListKind } from '#shared/projects.ts'
import { type ProjectView, projectStates } from './project-address.ts'

type Props = { view: ProjectView; change: (patch: Partial<ProjectView>, way?: { replace: boolean }) => void }

/** Filters of projects: name, number or city, and state. */
export const ProjectListFilters = ({ view, busy, change }: Props & { busy: boolean }) => (
  <FilterFrame
    framed
    search={{
      label: say('projects.search'),
      applied: view.search,
      onSearch: (text, way) => change({ search: text ?? '', page: 1 }, way),
      input: { placeholder: say('projects.searchHint'), maxLength: longestProjectText },
    }}
    fields={
      <Select
        label={say('projects.status')}
        value={view.state}
        emptyLabel={say('projects.everyStatus')}
        options={projectStates.map((state) => ({ value: state, label: say(`projects.${state}`) }))}
        onChange={(state) => change({ state, page: 1 })}
      />
    }
    chips={chipOf('state', say('projects.status'), view.state && say(`projects.${view.state}`), () =>
      change({ state: null, page: 1 }),
    )}
    busy={busy}
    onClean={() => change({ search: '', state: null, page: 1 })}
  />
)

/** Choose the owners of the projects, for people who see more than their own projects. */
export const ProjectScope = ({ view, lists, change }: Props & { lists: readonly ProjectListKind[] }) => (
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
        <input
          type="radio"
          name="list"
          className="sr-only"
          checked={view.list === list}
          onChange={() => change({ list, page: 1 })}
        />
        {say(`projects.scope.${list}`)}
      </label>
    ))}
  </fieldset>
)
