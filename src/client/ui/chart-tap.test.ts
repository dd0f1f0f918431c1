import { expect, test } from 'vitest'
import { meantPoint } from './chart-tap.ts'

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
const at = (x: number, y: number, points = [...online, ...offline]) => meantPoint(points, x, y, width, height)?.name

test('a tap means the point of the nearest date, however far above or below it, and of two lines the nearer', () => {
  expect([at(60, 20), at(60, 140), at(95, 70), at(105, 70)]).toEqual(['online 1', 'offline 1', 'online 1', 'online 2'])
})

test('a point at the edge of the plot is reached from beside it, as a finger does; far from the plot nothing is meant', () => {
  expect([at(50, -20), at(150, 170), at(-10, 5)]).toEqual(['online 1', 'offline 2', 'online 1'])
  expect([at(50, -30), at(50, 190), at(400, 5), at(10, 5, [])]).toEqual([undefined, undefined, undefined, undefined])
})

test('a date of which nothing is known opens nothing, instead of its neighbour', () => {
  expect(at(240, 75, online)).toBeUndefined()
})
