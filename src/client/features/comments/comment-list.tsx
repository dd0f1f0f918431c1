import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useAskBeforeLosing } from '#client/ask-before-leaving.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Pager } from '#client/ui/list/pager.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { type CommentRow, type CommentTarget, type CommentType, commentPageSize } from '#shared/comments.ts'
import { CommentEntry } from './comment-entry.tsx'
import { type CommentDraft, CommentForm, differs, draftOf, isOtherPlace, requestOf } from './comment-form.tsx'
import { useSaveComment } from './use-save-comment.ts'

type Props = {
  /** The commented device or class session. */
  target: { kind: CommentTarget; id: number }
  type: CommentType
  /** Return the current time of the video, for a new precise comment. */
  pointNow?: () => string | null
  /** Play the video from the point of a comment. */
  onPoint?: (point: string) => void
}

/** What an author is changing in comments, by their ids: kept while the list shows another page. */
function useDrafts(rows: readonly CommentRow[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, { draft: CommentDraft; comment: CommentRow }>>(new Map())
  const isAway = [...drafts].some(
    ([id, { draft, comment }]) => differs(draft, draftOf(comment)) && rows.every((row) => row.id !== id),
  )
  // A form that is shown asks by itself.
  useAskBeforeLosing(isAway, isOtherPlace)
  const keep = (comment: CommentRow, draft: CommentDraft | undefined) =>
    setDrafts((before) => {
      const next = new Map(before)
      if (draft) next.set(comment.id, { draft, comment })
      else next.delete(comment.id)
      return next
    })
  return { draftFor: ({ id }: CommentRow) => drafts.get(id)?.draft, keep, isAway }
}

/** The comments of one kind about a target, newest first, below the form for a new one. */
export function CommentList({ target, type, pointNow, onPoint }: Props) {
  const say = useWord()
  const about = { classId: target.id, targetKind: target.kind }
  const [page, setPage] = useState(1)
  const comments = trpc.comments.find.useQuery(
    { ...about, type, page, size: commentPageSize },
    { placeholderData: keepPreviousData },
  )
  const save = trpc.comments.save.useMutation()
  const saveComment = useSaveComment('ui.created', () => setPage(1))
  const isPrecise = type === '精准点评'
  const total = comments.data?.totalCount
  const rows = comments.data?.data ?? []
  const drafts = useDrafts(rows)
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / commentPageSize))
  return (
    <div className="grid gap-4">
      <CommentForm
        type={type}
        label={say(isPrecise ? 'comment.writePrecise' : 'comment.write')}
        submitText={say('comment.send')}
        busy={save.isPending}
        pointNow={pointNow}
        onSubmit={(draft) => saveComment(() => save.mutateAsync({ ...about, type, ...requestOf(draft, type) }))}
      />
      {comments.error ? (
        <QueryError query={comments} />
      ) : comments.data === undefined ? (
        <Skeleton className="h-16 w-full" />
      ) : total === 0 ? (
        <EmptyState title={say(isPrecise ? 'comment.emptyPrecise' : 'comment.empty')} className="py-4" />
      ) : (
        <ul className="grid divide-y divide-line border-t border-line">
          {rows.map((comment) => (
            <CommentEntry
              key={comment.id}
              comment={comment}
              draft={drafts.draftFor(comment)}
              onDraft={(draft) => drafts.keep(comment, draft)}
              onPoint={onPoint}
              onDeleted={() => page > 1 && rows.length === 1 && setPage(Math.min(page - 1, lastPage))}
            />
          ))}
        </ul>
      )}
      {drafts.isAway && <p className="text-caution">{say('comment.draftAway')}</p>}
      {(total ?? 0) > commentPageSize && (
        <Pager
          label={say(isPrecise ? 'comment.precise' : 'comment.plain')}
          page={page}
          size={commentPageSize}
          total={total}
          capped={comments.data?.totalCapped}
          fixedSize
          onChange={setPage}
        />
      )}
    </div>
  )
}
