import type { Chart, Point } from 'highcharts'

/** How far beside the plot a tap still means a point of it: about half a fingertip, in px. A line at 100 % runs along the very edge. */
const fingerRoom = 24

type Drawn = { plotX?: number | undefined; plotY?: number | undefined }

/** The point of a line that a tap means: that of the nearest date, of several lines the nearest of them; none where the date is a gap or the tap is far from the plot. */
export function meantPoint<Point extends Drawn>(
  points: readonly Point[],
  x: number,
  y: number,
  width: number,
  height: number,
): Point | undefined {
  if (Math.min(x, y, width - x, height - y) < -fingerRoom) return undefined
  const far = ({ plotX, plotY }: Drawn) =>
    [Math.abs((plotX ?? Number.POSITIVE_INFINITY) - x), Math.abs((plotY ?? Number.POSITIVE_INFINITY) - y)] as const
  let [meant, ...others] = points
  for (const point of others) {
    const [[dx, dy], [leastX, leastY]] = [far(point), far(meant ?? point)]
    if (dx < leastX || (dx === leastX && dy < leastY)) meant = point
  }
  return meant?.plotY === undefined ? undefined : meant
}

/** The bar or slice that an element draws; Highcharts hangs it to the element. The way of a line belongs to no point. */
const drawnBy = (element: Element & { point?: Point }): Point | undefined => element.point

/**
 * A click opens the point that it means. Highcharts opens the one that it last saw under the pointer, and a quick tap shows it none, or leaves the one before:
 * what it was told last counts, so it is told the bar or slice that was hit. Beside a line it takes no click at all, which a finger misses every other time.
 */
export function openMeantPoint(chart: Chart, event: MouseEvent): void {
  const target = event.target
  if (!(target instanceof Element) || target.closest('.highcharts-legend')) return
  if (target.closest('[class*=highcharts-tracker]')) {
    const hit = drawnBy(target)
    if (hit && hit !== chart.hoverPoint) {
      chart.hoverPoint?.onMouseOut()
      chart.hoverPoint = hit
    }
    // Highcharts, which comes next, opens it.
    if (chart.hoverPoint) return
  }
  const spot = chart.pointer.normalize(event)
  const points = chart.series.flatMap((line) => (line.visible && line.type === 'line' ? line.points : []))
  const point = meantPoint(
    points,
    spot.chartX - chart.plotLeft,
    spot.chartY - chart.plotTop,
    chart.plotWidth,
    chart.plotHeight,
  )
  // After Highcharts has taken the click, too: what it opens may take the chart away, which its own handler then misses.
  if (point) setTimeout(() => point.options.events?.click?.call(point, Object.assign(spot, { point })))
}
