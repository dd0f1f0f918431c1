import { type ChartTheme, mixColours } from './chart-theme.ts'

/** The place of a slice among the slices of a chart: its colour differs clearly from its neighbours' colours. */
export type Step = { index: number; count: number }

const linear = (channel: number): number => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
/** The luminance (0 to 1) of #rrggbb, as WCAG defines it. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const toLightness = (light: number): number => (light > 0.008856 ? 116 * Math.cbrt(light) - 16 : 903.3 * light)
/** The perceived lightness (0 to 100) of #rrggbb. */
export const lightness = (colour: string): number => toLightness(luminance(colour))

/** Slices need a contrast of 3 : 1 with the background; a little more, because colours are rounded. */
const contrast = 3.05
/** As many steps are 15 points of lightness apart and in order; of more, neighbours are taken from the two halves. */
const inOrder = 4
const levelOf = ({ index, count }: Step): number =>
  count <= inOrder ? index : index % 2 === 0 ? index / 2 : Math.ceil(count / 2) + (index - 1) / 2

/** From the background over the accent (0) to the ink (1). */
const along = (theme: ChartTheme, place: number): string =>
  mixColours(theme.colour('--accent'), theme.colour(place < 0 ? '--surface' : '--ink'), Math.abs(place))

/** Return the colour of a step between the faintest shade of the accent and the ink. */
export function stepColour(step: Step, theme: ChartTheme): string {
  const ground = luminance(theme.colour('--surface'))
  const isLight = ground > 0.5
  const faint = toLightness(isLight ? (ground + 0.05) / contrast - 0.05 : (ground + 0.05) * contrast - 0.05)
  const wanted =
    faint + ((lightness(theme.colour('--ink')) - faint) * levelOf(step)) / Math.max(inOrder - 1, step.count - 1)
  let [low, high] = [-1, 1]
  for (let round = 0; round < 16; round += 1) {
    const middle = (low + high) / 2
    if (lightness(along(theme, middle)) > wanted === isLight) low = middle
    else high = middle
  }
  return along(theme, high)
}
