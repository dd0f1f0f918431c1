import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useAskBeforeLosing } from '#client/ask-before-leaving.ts'
import { useHeldDraft } from '#client/held-drafts.ts'
import { useSession } from '#client/session-context.tsx'
import {
  type CatalogueAnswer,
  type CatalogueDifference,
  type CatalogueProblem,
  catalogueColumns,
  compareCatalogues,
} from '#shared/catalogue.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { type Draft, type DraftRow, draftOf, linesOf } from './catalogue-draft.ts'

const StoredDraft: z.ZodType<Draft> = z.object({
  baseVersion: z.string(),
  source: z.string(),
  rows: z.array(
    z.object({
      key: z.string(),
      cells: z.object(
        Object.fromEntries(catalogueColumns.map((column) => [column, z.string()])),
      ) as unknown as z.ZodType<DraftRow['cells']>,
    }),
  ),
})

const keyOf = (userId: number) => `catalogue-draft-${userId}`

function storedDraft(userId: number): Draft | null {
  try {
    return StoredDraft.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
  } catch {
    return null
  }
}

export type CatalogueEditing = {
  draft: Draft
  /** There are unsaved changes. */
  dirty: boolean
  problems: readonly CatalogueProblem[]
  /** The difference from the newest version. */
  difference: CatalogueDifference
  change: (next: (draft: Draft) => Draft) => void
  discard: () => void
}

/**
 * The edits on top of the newest version; this browser keeps them until they are saved or discarded, even if the page
 * is closed.
 */
export function useCatalogueDraft(newest: CatalogueAnswer, heldDrafts: ReadonlySet<string>): CatalogueEditing {
  const { id } = useSession()
  // The stored edits belong to the tab that was opened first; another tab starts without them, and stores nothing.
  const [isOwner] = useState(!heldDrafts.has(keyOf(id)))
  useHeldDraft(keyOf(id))
  const saved = useMemo(() => draftOf(newest), [newest])
  const [typed, setTyped] = useState<Draft | null>(() => (isOwner ? storedDraft(id) : null))
  const draft = typed ?? saved
  const { models, problems } = useMemo(() => readCatalogueRows(linesOf(draft.rows)), [draft.rows])
  const difference = useMemo(() => compareCatalogues(newest.models, models), [newest, models])
  const { added, changed, removed, reordered } = difference
  const differs =
    problems.length > 0 ||
    reordered ||
    added.length + changed.length + removed.length > 0 ||
    draft.source.trim() !== newest.source
  const dirty = typed !== null && differs

  // Writing on every key would slow down typing; write a moment later, and at once when the user leaves.
  const latest = useRef<Draft | null>(null)
  useEffect(() => {
    latest.current = dirty ? draft : null
  })
  useEffect(() => {
    if (!isOwner) return
    const write = () => {
      if (latest.current) localStorage.setItem(keyOf(id), JSON.stringify(latest.current))
      else localStorage.removeItem(keyOf(id))
    }
    addEventListener('pagehide', write)
    return () => {
      removeEventListener('pagehide', write)
      write()
    }
  }, [id, isOwner])
  useEffect(() => {
    if (!isOwner) return
    const timer = setTimeout(() => {
      if (dirty) localStorage.setItem(keyOf(id), JSON.stringify(draft))
      else localStorage.removeItem(keyOf(id))
    }, 400)
    return () => clearTimeout(timer)
  }, [id, isOwner, dirty, draft])

  useAskBeforeLosing(dirty && !isOwner)

  return {
    draft,
    dirty,
    problems,
    difference,
    change: (next) => setTyped((now) => next(now ?? saved)),
    discard: () => setTyped(null),
  }
}
