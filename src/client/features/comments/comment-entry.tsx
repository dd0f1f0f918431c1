import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { CommentRow } from '#shared/comments.ts'
import { type CommentDraft, CommentForm, draftOf, requestOf } from './comment-form.tsx'
import { useSaveComment } from './use-save-comment.ts'

type Props = {
  comment: CommentRow
  /** What its author is changing in it; undefined = nothing. The list keeps it while it shows another page. */
  draft: CommentDraft | undefined
  onDraft: (draft: CommentDraft | undefined) => void
  onDeleted: () => void
  onPoint?: ((point: string) => void) | undefined
}

/** The changes that an author makes to a comment. */
function useOwnComment(
  comment: CommentRow,
  { onChanged, onDeleted }: { onChanged: () => void; onDeleted: () => void },
) {
  const say = useWord()
  const utils = trpc.useUtils()
  const update = trpc.comments.update.useMutation()
  const deletion = trpc.comments.delete.useMutation({
    onSuccess: async () => {
      toastSuccess(say('comment.deleted'))
      onDeleted()
      await utils.comments.invalidate()
    },
  })
  const saveComment = useSaveComment('ui.updated', onChanged)
  const change = (draft: CommentDraft) =>
    saveComment(() =>
      update.mutateAsync({ id: comment.id, rowVersion: comment.rowVersion, ...requestOf(draft, comment.type) }),
    )
  const remove = async () => {
    if (await askConfirm({ message: say('comment.deleteAsk'), danger: true })) deletion.mutate({ id: comment.id })
  }
  return { change, isChanging: update.isPending, remove, isRemoving: deletion.isPending }
}

/** One comment; its author may edit and delete it. */
export function CommentEntry({ comment, draft, onDraft, onDeleted, onPoint }: Props) {
  const say = useWord()
  const isOwn = useSession().id === comment.userId
  const own = useOwnComment(comment, { onChanged: () => onDraft(undefined), onDeleted })
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 text-muted">
        <Author comment={comment} />
        {isOwn && !draft && (
          <span className="ml-auto flex">
            <Button variant="quiet" size="sm" className="text-accent!" onClick={() => onDraft(draftOf(comment))}>
              {say('comment.edit')}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              className="text-muted!"
              busy={own.isRemoving}
              onClick={() => void own.remove()}
            >
              {say('comment.delete')}
            </Button>
          </span>
        )}
      </p>
      {draft ? (
        <CommentForm
          type={comment.type}
          start={draftOf(comment)}
          changed={draft}
          onChange={onDraft}
          label={say('comment.content')}
          submitText={say('ui.save')}
          busy={own.isChanging}
          onSubmit={own.change}
          onCancel={() => onDraft(undefined)}
        />
      ) : (
        <CommentContent comment={comment} onPoint={onPoint} />
      )}
    </li>
  )
}

/** Who wrote the comment, and when. */
function Author({ comment }: { comment: CommentRow }) {
  const say = useWord()
  return (
    <>
      <span className="flex items-center gap-2 font-medium text-ink">
        <Avatar name={comment.userName} url={comment.avatar} />
        {comment.userName}
      </span>
      {comment.identifier && <span>{comment.identifier}</span>}
      <time className="figures text-xs">{toMinute(comment.createTimeStr)}</time>
      {comment.edited && <span className="text-xs">{say('comment.edited')}</span>}
    </>
  )
}

/** The text of a comment, with its point in the video, score, scale, category and tag. */
function CommentContent({ comment, onPoint }: Pick<Props, 'comment' | 'onPoint'>) {
  const say = useWord()
  const facts = [
    ...(onPoint ? [] : [[say('comment.point'), comment.point] as const]),
    [say('comment.score'), comment.score],
    [say('comment.model'), comment.model],
    [say('comment.materialType'), comment.materialType],
    [say('comment.tagType'), comment.tagType],
  ].filter(([, value]) => value !== null)
  return (
    <>
      <p className="break-words whitespace-pre-line">{comment.content}</p>
      {(facts.length > 0 || (onPoint && comment.point !== null)) && (
        <p className="flex flex-wrap items-center gap-x-4 text-muted">
          {onPoint && comment.point !== null && <PointButton point={comment.point} onPoint={onPoint} />}
          {facts.map(([name, value]) => (
            <span key={name}>
              {name} <span className="figures text-ink">{value}</span>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function PointButton({ point, onPoint }: { point: string; onPoint: (point: string) => void }) {
  const say = useWord()
  return (
    <Button
      size="sm"
      title={say('class.pointUse', { point })}
      aria-label={say('class.pointUse', { point })}
      className="figures"
      onClick={() => onPoint(point)}
    >
      {point}
    </Button>
  )
}
