import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAskBeforeLosing } from '#client/ask-before-leaving.ts'
import { base64Of } from '#client/base64.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { toastSuccess, toastWarning } from '#client/ui/toast.ts'
import { type ClassDetail, videoBytesLimit, videoPieceBytes } from '#shared/classes.ts'

const mebibyte = 1024 * 1024
const limit = formatNumber(videoBytesLimit / mebibyte)

type Progress = { done: number; total: number }

/** Upload a video in chunks, so that it is never in memory as a whole; it can be cancelled between chunks. */
function useVideoUpload(session: ClassDetail, onEnd: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const stopped = useRef(false)
  const [progress, setProgress] = useState<Progress | null>(null)
  const send = trpc.classes.uploadVideo.useMutation()
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  useAskBeforeLosing(progress !== null)
  const upload = async (file: File) => {
    if (file.size > videoBytesLimit) return toastWarning(say('file.tooLarge', { size: `${limit} MB` }))
    if (file.size === 0) return toastWarning(say('error.videoType'))
    stopped.current = false
    setProgress({ done: 0, total: file.size })
    let uploadId: string | undefined
    try {
      for (let offset = 0; offset < file.size && !stopped.current; offset += videoPieceBytes) {
        const piece = file.slice(offset, offset + videoPieceBytes)
        const last = offset + piece.size === file.size
        const answer = await send.mutateAsync({
          id: session.id,
          offset,
          last,
          fileName: file.name.slice(-200),
          content: await base64Of(piece),
          ...(uploadId ? { uploadId } : {}),
        })
        uploadId = answer.uploadId
        setProgress({ done: answer.received, total: file.size })
      }
      if (stopped.current) return
      toastSuccess(say('class.uploaded'))
      await utils.classes.invalidate()
    } catch {
      // The message is already shown as a toast.
    } finally {
      setProgress(null)
      onEnd()
    }
  }
  const stop = () => {
    stopped.current = true
  }
  return { progress, upload, stop }
}

/** Choose a video and upload it; meanwhile its progress, and a button that cancels it. */
export function VideoUpload({ session }: { session: ClassDetail }) {
  const say = useWord()
  const input = useRef<HTMLInputElement>(null)
  const { progress, upload, stop } = useVideoUpload(session, () => {
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      {progress ? (
        <>
          <div className="min-w-48 flex-1">
            <ProgressBar
              label={say('class.uploading', { percent: Math.floor((progress.done / progress.total) * 100) })}
              {...progress}
            />
          </div>
          <Button size="sm" onClick={stop}>
            {say('class.uploadStop')}
          </Button>
        </>
      ) : (
        <>
          <Button size="sm" icon={<Upload aria-hidden className="size-3.5" />} onClick={() => input.current?.click()}>
            {say(session.videoUrl === null ? 'class.upload' : 'class.uploadReplace')}
          </Button>
          <span className="text-xs text-muted">{say('class.uploadHelp', { size: limit })}</span>
        </>
      )}
      <input
        ref={input}
        type="file"
        accept="video/mp4,video/webm"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void upload(file)
        }}
      />
    </div>
  )
}
