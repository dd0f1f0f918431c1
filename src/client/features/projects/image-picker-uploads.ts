import { type RefObject, useEffect, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { imageProblem } from '#client/ui/form/image-check.ts'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { uploadImage } from '#client/upload.ts'
import type { ProjectImage } from '#shared/projects.ts'

/** A file during upload. `reason` = why it was refused; null = it waits or is being sent. */
export type PendingImage = { key: string; file: File; started: boolean; part: number; reason: string | null }

export type ImageUploads = {
  pending: readonly PendingImage[]
  add: (files: readonly File[]) => void
  again: (key: string) => void
  cancel: (key: string) => void
}

let lastKey = 0
const newPending = (file: File): PendingImage => {
  lastKey += 1
  return { key: String(lastKey), file, started: false, part: 0, reason: null }
}

/** The files that are not uploaded yet. */
function usePending() {
  const [pending, setPending] = useState<readonly PendingImage[]>([])
  return {
    pending,
    append: (one: PendingImage) => {
      setPending((list) => [...list, one])
      return one
    },
    change: (key: string, next: Partial<PendingImage>) =>
      setPending((list) => list.map((one) => (one.key === key ? { ...one, ...next } : one))),
    drop: (key: string) => setPending((list) => list.filter((one) => one.key !== key)),
  }
}

/** Leaving the page aborts the uploads, and a message tells the person. */
function useAbortOnLeave(stops: RefObject<Map<string, AbortController>>): void {
  const say = useWord()
  useEffect(() => {
    const open = stops.current
    return () => {
      if (open.size > 0) toastError(say('images.failed'))
      for (const stop of open.values()) stop.abort(new DOMException('left', 'AbortError'))
      open.clear()
    }
  }, [say, stops])
}

/**
 * Upload files one after the other, report the progress of each, and keep refused files until the person retries or
 * removes them.
 */
export function useImageUploads(onUploaded: (image: ProjectImage) => void): ImageUploads {
  const say = useWord()
  const { pending, append, change, drop } = usePending()
  const queue = useRef(Promise.resolve())
  const stops = useRef(new Map<string, AbortController>())
  useAbortOnLeave(stops)
  const uploaded = useRef(onUploaded)
  useEffect(() => {
    uploaded.current = onUploaded
  })

  const send = async ({ key, file }: PendingImage, signal: AbortSignal) => {
    if (signal.aborted) return
    change(key, { started: true })
    try {
      const { path, url, fileName, width, height } = await uploadImage(file, {
        signal,
        onProgress: (part) => change(key, { part }),
      })
      drop(key)
      uploaded.current({ path, url, fileName, width, height })
      toastSuccess(say('images.uploaded'))
    } catch (error) {
      if (signal.aborted) return
      change(key, { reason: error instanceof Error ? error.message : say('images.failed') })
      toastError(say('images.failed'))
    } finally {
      stops.current.delete(key)
    }
  }
  const enqueue = (one: PendingImage) => {
    const stop = new AbortController()
    stops.current.set(one.key, stop)
    queue.current = queue.current.then(() => send(one, stop.signal))
  }

  const add = (files: readonly File[]) => {
    for (const file of files) {
      const problem = imageProblem(file)
      if (problem) toastError(say(problem))
      else enqueue(append(newPending(file)))
    }
  }
  const again = (key: string) => {
    const failed = pending.find((one) => one.key === key)
    if (!failed) return
    const fresh = { ...failed, started: false, part: 0, reason: null }
    change(key, fresh)
    enqueue(fresh)
  }
  const cancel = (key: string) => {
    stops.current.get(key)?.abort(new DOMException('cancelled', 'AbortError'))
    stops.current.delete(key)
    drop(key)
  }

  return { pending, add, again, cancel }
}
