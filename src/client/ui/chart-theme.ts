import type { Options } from 'highcharts'

/** The values that a chart reads from the page: its current colours, and whether it may animate. */
export type ChartTheme = {
  /** The colour behind a CSS variable, e.g. `--state-normal`. */
  colour(variable: string): string
  still: boolean
  /** The system's forced colours are active: shapes need outlines. */
  forced: boolean
  font: string
}

/** Convert #rgb, as minified styles have it, to #rrggbb. */
const sixDigits = (colour: string): string => colour.replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3')

/**
 * The system colours that replace the page's own while forced colours are active; state colours are kept, inside
 * outlines.
 */
const systemColours: Readonly<Record<string, string>> = {
  '--surface': 'Canvas',
  '--ink': 'CanvasText',
  '--muted': 'CanvasText',
  '--line': 'GrayText',
  '--control': 'CanvasText',
  '--accent': 'LinkText',
}

/** Return a system colour as #rrggbb, which exported pictures and colour mixtures need. */
function systemColour(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = name
  document.body.append(probe)
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number)
  probe.remove()
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Return chart options that outline every shape while forced colours are active; merge them over the options of a
 * chart.
 */
export function outlined(theme: ChartTheme): Options {
  const border = { borderWidth: 1, borderColor: theme.colour('--ink') }
  return { plotOptions: { column: border, bar: border, pie: { ...border, borderWidth: 2 } } }
}

/** Read the theme from the page; call it again when the theme changes. */
export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const forced = matchMedia('(forced-colors: active)').matches
  const colour = (variable: string) => sixDigits(style.getPropertyValue(variable).trim() || '#888888')
  return {
    colour: (variable) =>
      forced && variable in systemColours ? systemColour(systemColours[variable] ?? '') : colour(variable),
    forced,
    // A sheet shows the middle of a motion.
    still: matchMedia('(prefers-reduced-motion: reduce), print').matches,
    font: getComputedStyle(document.body).fontFamily,
  }
}

/** Call `changed` when light, dark, contrast or motion changes; return the function that stops it. */
export function watchChartTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] })
  const queries = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(forced-colors: active)'].map(
    (query) => matchMedia(query),
  )
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

/**
 * Mix two #rrggbb colours: `share` (0 to 1) of the way from one to the other. Exported pictures cannot use color-mix().
 */
export function mixColours(from: string, to: string, share: number): string {
  const target = channels(to)
  return `#${channels(from)
    .map((value, index) => Math.round(value + ((target[index] ?? value) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/**
 * The farthest that a shade may go from the accent to the background and keep a contrast of 3 : 1, in light and in
 * dark.
 */
export const faintest = 0.36

/** A shade from the accent (0) to the ink (1), or towards the background (negative, not beyond `faintest`). */
export type Shade = number
export const shaded = (shade: Shade, theme: ChartTheme): string =>
  mixColours(theme.colour('--accent'), theme.colour(shade < 0 ? '--surface' : '--ink'), Math.abs(shade))

// Neighbours are at least 15 points of lightness apart, in light and in dark.
const typeShades: readonly Shade[] = [0, -faintest, 0.85, -faintest / 2, 0.6, -0.27, 0.3]
/**
 * Return the shade of the machine type at a position in the order of types: a type is not a state and has no state
 * colour.
 */
export const typeShade = (place: number): Shade => typeShades[Math.max(0, place) % typeShades.length] ?? 0

const typeDashes = ['Solid', 'ShortDash', 'Dot', 'DashDot', 'LongDash'] as const
const typeSymbols = ['circle', 'circle', 'square', 'diamond', 'triangle'] as const
/** Return the line style of the machine type at a position, which distinguishes its line from others without colour. */
export const typeLine = (
  place: number,
): { dash: (typeof typeDashes)[number]; symbol: (typeof typeSymbols)[number] } => ({
  dash: typeDashes[Math.max(0, place) % typeDashes.length] ?? 'Solid',
  symbol: typeSymbols[Math.max(0, place) % typeSymbols.length] ?? 'circle',
})

/** Escape text for a chart: Highcharts interprets some tags in texts, and a name must not become a tag. */
export const chartText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Return the options that all charts share. */
export function commonOptions(theme: ChartTheme): Options {
  const quiet = { color: theme.colour('--muted'), fontSize: '12px', textOutline: 'none' }
  const plain = { color: theme.colour('--ink'), fontSize: '12px', fontWeight: 'normal', textOutline: 'none' }
  const motion = theme.still ? false : { duration: 200 }
  return {
    title: { text: undefined, style: { color: theme.colour('--ink'), fontSize: '14px' } },
    credits: { enabled: false },
    chart: {
      animation: motion,
      backgroundColor: theme.colour('--surface'),
      plotBackgroundColor: undefined,
      style: { fontFamily: theme.font, fontSize: '12px' },
      spacing: [8, 8, 8, 8],
      // The canvas resizes the chart, at most every 100 ms.
      reflow: false,
    },
    legend: {
      itemStyle: plain,
      itemHoverStyle: { color: theme.colour('--accent') },
      itemHiddenStyle: { color: theme.colour('--muted'), textDecoration: 'line-through' },
      symbolRadius: 2,
    },
    tooltip: {
      shared: true,
      animation: motion !== false,
      backgroundColor: theme.colour('--surface'),
      borderColor: theme.colour('--line'),
      borderRadius: 6,
      shadow: false,
      style: plain,
    },
    xAxis: {
      labels: { style: quiet },
      lineColor: theme.colour('--line'),
      tickColor: theme.colour('--line'),
      crosshair: true,
    },
    yAxis: { labels: { style: quiet }, title: { style: quiet }, gridLineColor: theme.colour('--line') },
    plotOptions: {
      series: { animation: motion, connectNulls: false, states: { inactive: { opacity: 0.5 } } },
    },
    // The card around the chart is the landmark and has the heading; Highcharts needs to add no others. With
    // Highcharts' own high contrast mode all slices have the same colour; `false` turns it off, which its type does not
    // allow.
    accessibility: {
      highContrastMode: false as unknown as string,
      landmarkVerbosity: 'disabled',
      screenReaderSection: { beforeChartFormat: '', afterChartFormat: '' },
    },
    exporting: { enabled: false, fallbackToExportServer: false, local: true, scale: 2 },
  }
}
