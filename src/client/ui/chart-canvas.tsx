import type { Chart, Options } from 'highcharts'
import Highcharts from 'highcharts/esm/highcharts.js'
import 'highcharts/esm/modules/exporting.js'
import 'highcharts/esm/modules/accessibility.js'
import { HighchartsReact } from 'highcharts-react-official'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type ChartTheme, commonOptions, readChartTheme, watchChartTheme } from './chart-theme.ts'

/** Milliseconds between two redraws while the window is being resized. */
const resizeThrottle = 100

/** Saves the chart as a picture, drawn in this browser; throws when the browser cannot. */
export type ChartPictures = { save(kind: 'png' | 'svg', fileName: string): Promise<void> }

type Props = {
  build: (theme: ChartTheme) => Options
  lang: Options['lang']
  height: number
  pictures: RefObject<ChartPictures | null>
}

function useThrottledWidth(chart: RefObject<Chart | null>, container: RefObject<HTMLDivElement | null>, height: number): void {
  useEffect(() => {
    const element = container.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      if (timer) return
      timer = setTimeout(() => {
        timer = undefined
        if (element.clientWidth > 0) chart.current?.setSize(element.clientWidth, height, false)
      }, resizeThrottle)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [chart, container, height])
}

/** The only file that loads Highcharts; reached by `chart.tsx` alone, and lazily. */
export function ChartCanvas({ build, lang, height, pictures }: Props) {
  const [theme, setTheme] = useState(readChartTheme)
  const chart = useRef<Chart | null>(null)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => watchChartTheme(() => setTheme(readChartTheme())), [])
  useThrottledWidth(chart, container, height)
  useEffect(() => {
    pictures.current = {
      save: async (kind, fileName) => {
        await chart.current?.exporting.exportChart({ type: kind === 'png' ? 'image/png' : 'image/svg+xml', filename: fileName }, {})
      },
    }
    return () => {
      pictures.current = null
    }
  }, [pictures])
  const options = useMemo(() => Highcharts.merge(commonOptions(theme), { chart: { height }, lang }, build(theme)), [theme, build, lang, height])
  return (
    <div ref={container} style={{ height }}>
      <HighchartsReact
        highcharts={Highcharts}
        options={options}
        callback={(created: Chart) => {
          chart.current = created
        }}
      />
    </div>
  )
}
