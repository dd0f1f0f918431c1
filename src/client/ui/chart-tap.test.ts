import type { Chart } from 'highcharts'
import { expect, test, vi } from 'vitest'
import { openTappedPoint, tappedPoint } from './chart-tap.ts'

const [width, height] = [300, 150]
const online = [
  { name: 'online 1', plotX: 50, plotY: 0 },
  { name: 'online 2', plotX: 150, plotY: 2 },
  { name: 'gap', plotX: 250, plotY: undefined },
]
const offline = [
  { name: 'offline 1', plotX: 50, plotY: 150 },
  { name: 'offline 2', plotX: 150, plotY: 148 },
]
const at = (x: number, y: number, points = [...online, ...offline]) => tappedPoint(points, x, y, width, height)?.name

test('Open the point of the nearest date at any height, and of two lines the nearer one', () => {
  expect([at(60, 20), at(60, 140), at(95, 70), at(105, 70)]).toEqual(['online 1', 'offline 1', 'online 1', 'online 2'])
})

test('Reach a point at the edge of the plot from beside it, as a finger does, but not from farther away', () => {
  expect([at(50, -20), at(150, 170), at(-10, 5)]).toEqual(['online 1', 'offline 2', 'online 1'])
  expect([at(50, -30), at(50, 190), at(400, 5), at(10, 5, [])]).toEqual([undefined, undefined, undefined, undefined])
})

test('Open nothing at a date without data, instead of its neighbour', () => {
  expect(at(240, 75, online)).toBeUndefined()
})

test('Open a point after the chart has handled the click, because opening it may remove the chart', async () => {
  class Target {
    closest = () => null
  }
  vi.stubGlobal('Element', Target)
  const opened: string[] = []
  const point = { plotX: 50, plotY: 10, options: { events: { click: () => opened.push('point') } } }
  const plot = { plotLeft: 0, plotTop: 0, plotWidth: width, plotHeight: height }
  const chart = {
    ...plot,
    series: [{ visible: true, type: 'line', points: [point] }],
    pointer: { normalize: () => ({ chartX: 60, chartY: 20 }) },
  }
  openTappedPoint(chart as unknown as Chart, { target: new Target() } as unknown as MouseEvent)
  opened.push('the rest of the click')
  await vi.waitFor(() => expect(opened).toEqual(['the rest of the click', 'point']))
  vi.unstubAllGlobals()
})

test('Open the bar or slice under the finger, even if Highcharts hovered another one before', () => {
  const left = vi.fn()
  class FakeElement {
    point: { name: string } | undefined
    constructor(point?: { name: string }) {
      this.point = point
    }
    closest = (selector: string) => (selector.includes('tracker') ? this : null)
  }
  vi.stubGlobal('Element', FakeElement)
  const tap = (hoverPoint: unknown, point?: { name: string }) => {
    const chart = { hoverPoint }
    openTappedPoint(chart as unknown as Chart, { target: new FakeElement(point) } as unknown as MouseEvent)
    return chart.hoverPoint
  }
  const [normal, offline] = [
    { name: 'normal', onMouseOut: left },
    { name: 'offline', onMouseOut: left },
  ]
  expect([tap(undefined, offline), tap(normal, offline), tap(offline, offline), tap(normal)]).toEqual([
    offline,
    offline,
    offline,
    normal,
  ])
  expect(left).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})
