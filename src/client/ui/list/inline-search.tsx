import { sayTitle } from '#client/i18n.ts'
import type { FilterBarProps } from './filter-bar.tsx'
import { FilterFrame } from './filter-frame.tsx'

/** The filter bar of a list that is only searched by name. */
export const inlineSearch =
  (words: string) =>
  ({ view, change, busy }: FilterBarProps) => (
    <FilterFrame
      search={{
        label: sayTitle(`${words}.search`),
        applied: typeof view.name === 'string' ? view.name : undefined,
        onSearch: (name, way) => change({ name, page: 1 }, way),
      }}
      busy={busy}
      onClean={() => change({ name: undefined, page: 1 })}
    />
  )
