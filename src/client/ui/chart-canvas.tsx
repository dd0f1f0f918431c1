import type { Options } from 'highcharts'
import Highcharts from 'highcharts/esm/highcharts.js'
import 'highcharts/esm/modules/exporting.js'
import 'highcharts/esm/modules/accessibility.js'
import { HighchartsReact, type HighchartsReactRefObject } from 'highcharts-react-official'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { numberFormat, say } from '#client/i18n.ts'
import { openTappedPoint } from './chart-tap.ts'
import { type ChartTheme, chartText, commonOptions, outlined, readChartTheme, watchChartTheme } from './chart-theme.ts'

/** Milliseconds between two redraws while the window is being resized. */
const resizeThrottle = 100

/**
 * Save the chart as a picture, drawn in this browser.
 * @throws if the browser cannot draw it.
 */
export type ChartPictures = { save(kind: 'png' | 'svg', fileName: string, title: string): Promise<void> }
/** The height in pixels of the title, which a picture has and the card does not need. */
const titleHeight = 36

/** Format a number in a chart like everywhere else; -1 = all decimals of the value. */
function chartNumber(value: number, decimals: number): string {
  return numberFormat(decimals >= 0 ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals } : {})(value)
}

/** The description of a series; Highcharts' own sentences differ by the type of the chart, and are in English. */
const spoken: Options['accessibility'] = {
  series: { descriptionFormatter: ({ name, points }) => say('chart.series', { name, count: points.length }) },
}

type Props = {
  build: (theme: ChartTheme) => Options
  lang: Options['lang']
  height: number
  pictures: RefObject<ChartPictures | null>
}

function useThrottledWidth(
  drawn: RefObject<HighchartsReactRefObject | null>,
  container: RefObject<HTMLDivElement | null>,
  height: number,
): void {
  useEffect(() => {
    const element = container.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      if (timer) return
      timer = setTimeout(() => {
        timer = undefined
        if (element.clientWidth > 0) drawn.current?.chart.setSize(element.clientWidth, height, false)
      }, resizeThrottle)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [drawn, container, height])
}

/** The only file that loads Highcharts; only `chart.tsx` imports it, lazily. */
export function ChartCanvas({ build, lang, height, pictures }: Props) {
  const [theme, setTheme] = useState(readChartTheme)
  // Do not use the callback of a chart: an export also calls it, with the copy that it draws.
  const drawn = useRef<HighchartsReactRefObject | null>(null)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => watchChartTheme(() => setTheme(readChartTheme())), [])
  useThrottledWidth(drawn, container, height)
  useEffect(() => {
    const element = container.current
    // The library describes each chart by its own name, in English, which a screen reader would read out.
    element?.querySelector('desc')?.remove()
    const clicked = (event: MouseEvent) => drawn.current && openTappedPoint(drawn.current.chart, event)
    // Listen before Highcharts does: it forgets the point under the finger as soon as the point is opened.
    element?.addEventListener('click', clicked, true)
    return () => element?.removeEventListener('click', clicked, true)
  }, [])
  useEffect(() => {
    pictures.current = {
      save: async (kind, fileName, title) => {
        const pictureOptions: Options = { chart: { height: height + titleHeight }, title: { text: chartText(title) } }
        await drawn.current?.chart.exporting.exportChart(
          { type: kind === 'png' ? 'image/png' : 'image/svg+xml', filename: fileName },
          pictureOptions,
        )
      },
    }
    return () => {
      pictures.current = null
    }
  }, [pictures, height])
  const options = useMemo(() => {
    const built = build(theme)
    return Highcharts.merge(
      commonOptions(theme),
      { chart: { height, numberFormatter: chartNumber }, lang: { ...lang, numericSymbols: [] }, accessibility: spoken },
      built,
      theme.forced ? outlined(theme) : {},
    )
  }, [theme, build, lang, height])
  return (
    <div ref={container} style={{ height }}>
      <HighchartsReact ref={drawn} highcharts={Highcharts} options={options} />
    </div>
  )
}
