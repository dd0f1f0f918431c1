import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roomPlanOf } from '#shared/selection/room-plan.ts'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import { createPaper } from './paper.ts'
import { planDrawing } from './plan-drawing.ts'

const paper = createPaper('zh')
const [widest, highest] = [345, 330]
const pointsOfMillimetre = 72 / 25.4

function drawnPlan(project: typeof exampleA) {
  const plan = roomPlanOf(project)
  if (!plan) throw new Error('the project has no sizes')
  return { plan, drawing: planDrawing(paper, plan, widest, highest) }
}

test('Draw the store at the printed scale', () => {
  const { drawing } = drawnPlan(exampleA)
  expect(drawing.scale).toBe(300)
  const store = drawing.shapes.find((shape) => shape.type === 'rect')
  expect(store).toMatchObject({
    w: expect.closeTo((30_000 / 300) * pointsOfMillimetre, 6),
    h: expect.closeTo((20_000 / 300) * pointsOfMillimetre, 6),
  })
})

test('Keep the plan of any project within its area on the page', () => {
  fc.assert(
    fc.property(validProjects, (project) => {
      const { drawing } = drawnPlan(project)
      expect(drawing.width).toBeLessThanOrEqual(widest)
      expect(drawing.height).toBeLessThanOrEqual(highest)
      for (const shape of drawing.shapes)
        if (shape.type === 'rect') expect(Math.min(shape.x, shape.y)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 200 },
  )
})
