import type { Chart, Point } from 'highcharts'

/**
 * The distance from the plot within which a tap still selects a point: about half a fingertip, in pixels. A line at 100
 * % runs along the very edge.
 */
const touchTarget = 24

type Drawn = { plotX?: number | undefined; plotY?: number | undefined }

/**
 * Return the point selected by a tap on lines: the one of the nearest date, and among several lines the nearest one;
 * undefined if the date has no data or the tap is far from the plot.
 */
export function tappedPoint<Point extends Drawn>(
  points: readonly Point[],
  x: number,
  y: number,
  width: number,
  height: number,
): Point | undefined {
  if (Math.min(x, y, width - x, height - y) < -touchTarget) return undefined
  const far = ({ plotX, plotY }: Drawn) =>
    [Math.abs((plotX ?? Number.POSITIVE_INFINITY) - x), Math.abs((plotY ?? Number.POSITIVE_INFINITY) - y)] as const
  let [meant, ...others] = points
  for (const point of others) {
    const [[dx, dy], [leastX, leastY]] = [far(point), far(meant ?? point)]
    if (dx < leastX || (dx === leastX && dy < leastY)) meant = point
  }
  return meant?.plotY === undefined ? undefined : meant
}

/**
 * Return the bar or slice that an element draws; Highcharts stores it on the element. The path of a line belongs to no
 * point.
 */
const drawnBy = (element: Element & { point?: Point }): Point | undefined => element.point

/**
 * Open the point that a click selects. Highcharts opens the point that it last hovered, but a quick tap hovers none, or
 * leaves the one before: so first set the hovered point to the bar or slice that was hit. Highcharts ignores clicks
 * beside a line, which a finger misses every other time.
 */
export function openTappedPoint(chart: Chart, event: MouseEvent): void {
  const target = event.target
  if (!(target instanceof Element) || target.closest('.highcharts-legend')) return
  if (target.closest('[class*=highcharts-tracker]')) {
    const hit = drawnBy(target)
    if (hit && hit !== chart.hoverPoint) {
      chart.hoverPoint?.onMouseOut()
      chart.hoverPoint = hit
    }
    // The handler of Highcharts runs next and opens it.
    if (chart.hoverPoint) return
  }
  const spot = chart.pointer.normalize(event)
  const points = chart.series.flatMap((line) => (line.visible && line.type === 'line' ? line.points : []))
  const point = tappedPoint(
    points,
    spot.chartX - chart.plotLeft,
    spot.chartY - chart.plotTop,
    chart.plotWidth,
    chart.plotHeight,
  )
  // Wait for the click handler of Highcharts: opening the point may remove the chart, which that handler still needs.
  if (point) setTimeout(() => point.options.events?.click?.call(point, Object.assign(spot, { point })))
}
