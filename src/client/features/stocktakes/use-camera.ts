import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '#client/use-latest.ts'

/** The bar code reader of browsers that have the BarcodeDetector API. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new () => Detector

/** Milliseconds between two camera pictures: short enough to read a label while the hand moves on to the next. */
const everyMs = 200

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
export const hasBarcodeDetector = (): boolean => detectorClass() !== undefined && navigator.mediaDevices !== undefined

type Camera = {
  video: RefObject<HTMLVideoElement | null>
  running: boolean
  problem: string | null
  start: () => Promise<void>
  stop: () => void
}

/** Scan bar codes with the camera until it is stopped or the component is unmounted; `onSerial` gets each code. */
export function useCamera(onSerial: (serial: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const onSerialNow = useRef(onSerial)
  onSerialNow.current = onSerial
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const begin = useLatest()
  const stop = useCallback(() => {
    // The browser may still be asking for permission; a stream that it grants later is stopped.
    begin()
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
    setRunning(false)
  }, [begin])
  const start = useCallback(async () => {
    const isLatest = begin()
    setProblem(null)
    try {
      const granted = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!isLatest()) {
        for (const track of granted.getTracks()) track.stop()
        return
      }
      stream.current = granted
      setRunning(true)
    } catch (error) {
      if (isLatest()) setProblem(error instanceof Error ? error.message : String(error))
    }
  }, [begin])
  useEffect(() => stop, [stop])
  useEffect(() => {
    const shown = video.current
    const Reader = detectorClass()
    if (!running || !shown || !Reader) return
    shown.srcObject = stream.current
    void shown.play().catch(() => {})
    const reader = new Reader()
    const timer = setInterval(async () => {
      const codes = await reader.detect(shown).catch(() => [])
      for (const { rawValue } of codes) onSerialNow.current(rawValue.trim())
    }, everyMs)
    return () => clearInterval(timer)
  }, [running])
  return { video, running, problem, start, stop }
}
