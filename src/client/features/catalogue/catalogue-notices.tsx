import { CircleAlert, TriangleAlert } from 'lucide-react'
import { language, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { CatalogueAnswer, CatalogueProblem } from '#shared/catalogue.ts'
import { catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { rebased } from './catalogue-draft.ts'
import type { CatalogueEditing } from './use-catalogue-draft.ts'

const shownProblems = 8

/** As long as no maker's data is loaded, every screen and report that uses the catalogue has to say so. */
export function ReferenceNote({ source }: { source: string }) {
  const say = useWord()
  if (source !== referenceCatalogue.source) return null
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-caution-soft px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      {say('catalogue.reference')}
    </p>
  )
}

/** Another user has saved a newer version: apply the own changes on top of it, or discard them. */
export function ConflictNote({ editing, newest }: { editing: CatalogueEditing; newest: CatalogueAnswer }) {
  const say = useWord()
  const { baseVersion } = editing.draft
  const conflict = editing.dirty && baseVersion !== newest.version
  const base = trpc.catalogue.get.useQuery(
    { version: baseVersion },
    { enabled: conflict, staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } },
  )
  if (!conflict) return null
  const rebase = () => {
    const before = base.data
    if (!before) return
    editing.change((draft) => rebased(draft, before.models, newest, before.source))
    toastSuccess(say('catalogue.rebased', { version: newest.version }))
  }
  const values = {
    version: newest.version,
    who: newest.savedBy ?? say('catalogue.shipped'),
    time: toMinute(newest.createTimeStr),
    base: baseVersion,
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-caution-soft px-3 py-2"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" />
      <p className="figures min-w-0 flex-1">{say('catalogue.conflict', values)}</p>
      <Button variant="primary" busy={base.isFetching} onClick={rebase}>
        {say('catalogue.rebase')}
      </Button>
      <Button onClick={editing.discard}>{say('catalogue.discard')}</Button>
    </div>
  )
}

/** All problems to correct, each with a link to its cell. */
export function ProblemNote({
  editing: { problems },
  onOpen,
}: {
  editing: CatalogueEditing
  onOpen: (problem: CatalogueProblem) => void
}) {
  const say = useWord()
  if (problems.length === 0) return null
  return (
    <div id="catalogue-problems" className="rounded-md border border-line bg-danger-soft px-3 py-2">
      <p role="status" className="flex items-center gap-2 font-medium text-danger">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {say('catalogue.problems', { count: problems.length })}
      </p>
      <ul className="figures mt-1 flex flex-wrap gap-x-4">
        {problems.slice(0, shownProblems).map((problem) => (
          <li key={`${problem.line} ${problem.column}`}>
            <button
              type="button"
              className="rounded-sm text-start underline underline-offset-2"
              onClick={() => onOpen(problem)}
            >
              {say('catalogue.problemLine', { line: problem.line, text: catalogueProblemText(language, problem) })}
            </button>
          </li>
        ))}
        {problems.length > shownProblems && (
          <li className="text-muted">{say('catalogue.moreProblems', { count: problems.length - shownProblems })}</li>
        )}
      </ul>
    </div>
  )
}
