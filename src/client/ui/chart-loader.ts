import { useCallback, useEffect, useState } from 'react'
import type { ChartCanvas } from './chart-canvas.tsx'

type Canvas = typeof ChartCanvas

// Kept at module level, so that the second chart of a page is drawn at once.
let loaded: Canvas | undefined

/** Load the drawing library when the first chart is on screen; `retry` tries again after a failure, as does the network's return. */
export function useChartCanvas(): { Canvas: Canvas | undefined; failed: boolean; retry: () => void } {
  const [canvas, setCanvas] = useState<{ component: Canvas } | undefined>(() => loaded && { component: loaded })
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    import('./chart-canvas.tsx').then(
      ({ ChartCanvas }) => {
        loaded = ChartCanvas
        setCanvas({ component: ChartCanvas })
      },
      () => setFailed(true),
    )
  }, [])
  useEffect(() => {
    if (!loaded) load()
  }, [load])
  useEffect(() => {
    if (!failed) return
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [failed, load])
  return { Canvas: canvas?.component, failed, retry: load }
}
