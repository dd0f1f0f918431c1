import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileCall, FileRefused, fetchFile } from '#client/fetch-file.ts'
import { say } from '#client/i18n.ts'
import { saveFile } from '#client/save-file.ts'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'

type Download = {
  /** Number of bytes received; null = no download is running. */
  bytes: number | null
  problem: string | null
  start: (call: FileCall) => Promise<void>
  stop: () => void
  /** Clear the last failure. */
  clear: () => void
}

/** Fetch a file and save it; call `onDone` after it is saved. Unmounting the screen stops the download. */
export function useDownload(onDone: () => void): Download {
  const [bytes, setBytes] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = useCallback(() => running.current?.abort(), [])
  const clear = useCallback(() => setProblem(null), [])
  useEffect(() => stop, [stop])
  const start = async (call: FileCall) => {
    const control = new AbortController()
    running.current = control
    setProblem(null)
    setBytes(0)
    try {
      const { name, content } = await fetchFile(call, control.signal, setBytes)
      saveFile(name, content)
      toastSuccess(doneTo(say('fleet.downloaded'), name))
      onDone()
    } catch (error) {
      if (!control.signal.aborted) {
        toastError(say('fleet.downloadFailed'))
        setProblem(error instanceof FileRefused ? error.message : say('ui.networkFailed'))
      }
    } finally {
      running.current = null
      setBytes(null)
    }
  }
  return { bytes, problem, start, stop, clear }
}
