import { formatNumber, language, useWord } from '#client/i18n.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import type { CatalogueDifference } from '#shared/catalogue.ts'
import { catalogueColumnLabel } from '#shared/i18n/catalogue-problems.ts'
import { shownSource } from './source-name.ts'

const shown = (value: string | number | null): string =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '-')

/** The numbers of new, removed and changed models. */
export function DifferenceCounts({ difference }: { difference: CatalogueDifference }) {
  const say = useWord()
  const { added, removed, changed, unchanged, reordered } = difference
  return (
    <p className="figures flex flex-wrap gap-x-4 gap-y-1">
      <span>{say('catalogue.added', { count: added.length })}</span>
      <span>{say('catalogue.removed', { count: removed.length })}</span>
      <span>{say('catalogue.changed', { count: changed.length })}</span>
      <span className="text-muted">{say('catalogue.unchanged', { count: unchanged })}</span>
      {reordered && <span className="text-muted">{say('catalogue.reordered')}</span>}
    </p>
  )
}

type Props = { difference: CatalogueDifference; sources?: { before: string; after: string } }

/** The differences between two versions, model by model. */
export function CatalogueDifferences({ difference, sources }: Props) {
  const say = useWord()
  const { added, removed, changed } = difference
  const kinds = [
    ...added.map(({ model }) => ({ kind: 'added' as const, model, what: '' })),
    ...removed.map(({ model }) => ({ kind: 'removed' as const, model, what: '' })),
    ...changed.map(({ model, columns }) => ({
      kind: 'changed' as const,
      model,
      what: columns
        .map(({ column, before, after }) =>
          say('catalogue.change', {
            column: catalogueColumnLabel(language, column),
            before: shown(before),
            after: shown(after),
          }),
        )
        .join('; '),
    })),
  ]
  return (
    <div className="grid gap-2">
      <DifferenceCounts difference={difference} />
      {sources && sources.before !== sources.after && (
        <p className="wrap-anywhere">
          {say('catalogue.sourceChanged', { before: shownSource(sources.before), after: shownSource(sources.after) })}
        </p>
      )}
      <PlainTable
        label={say('catalogue.kind')}
        columns={[
          { title: catalogueColumnLabel(language, 'model') },
          { title: say('catalogue.kind') },
          { title: say('catalogue.what'), grow: true },
        ]}
        rows={kinds.map(({ kind, model, what }) => ({
          key: `${kind} ${model}`,
          cells: [model, say(`catalogue.kind.${kind}`), what],
        }))}
        empty={say('catalogue.noDifference')}
      />
    </div>
  )
}
