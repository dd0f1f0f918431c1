import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import { emptyProject } from './project.ts'
import { type PlanDoor, type RoomPlan, roomPlanOf } from './room-plan.ts'

const runs = { numRuns: 1_000 }
const rounding = 1e-9

function planOf(project: Parameters<typeof roomPlanOf>[0]): RoomPlan {
  const plan = roomPlanOf(project)
  if (!plan) throw new Error('the store has its sizes')
  return plan
}
const overlap = (left: PlanDoor, right: PlanDoor): boolean =>
  left.y === right.y && left.x + rounding < right.x + right.widthM && right.x + rounding < left.x + left.widthM
const outerDoors = ({ doors }: RoomPlan) => doors.filter(({ isInner }) => !isInner)

describe('the plan of a room', () => {
  test('is missing until the store has its length and width', () => {
    expect(roomPlanOf(emptyProject())).toBeNull()
    expect(roomPlanOf({ ...emptyProject(), storageLength: 30 })).toBeNull()
    expect(roomPlanOf({ ...emptyProject(), storageLength: 30, storageWidth: 0 })).toBeNull()
    expect(roomPlanOf({ ...emptyProject(), storageLength: 30, storageWidth: -2 })).toBeNull()
    expect(planOf({ ...emptyProject(), storageLength: 30, storageWidth: 20 })).toMatchObject({
      doors: [],
      doorsFit: true,
      scaleBarM: 5,
    })
  })

  test('puts the doors of the worked example into the re-entry room and again between it and the store', () => {
    const plan = planOf(exampleA)
    expect(plan.store).toEqual({ x: 0, y: 0, width: 30, height: 20 })
    expect(plan.reentryRoom).toEqual({ x: 12.5, y: 20, width: 5, height: 6 })
    expect(plan.bounds).toEqual({ x: 0, y: 0, width: 30, height: 26 })
    expect(plan.doors.map(({ number, y, widthM, isInner }) => [number, y, widthM, isInner])).toEqual([
      [1, 26, 2.4, false],
      [2, 26, 1.2, false],
      [1, 20, 2.4, true],
      [2, 20, 1.2, true],
    ])
    expect(plan.dimensions.map(({ name, lengthM }) => [name, lengthM])).toEqual([
      ['storageLength', 30],
      ['storageWidth', 20],
      ['reentryRoomWidth', 5],
      ['reentryRoomLength', 6],
    ])
  })

  test('reports doors that are wider than their wall together, and draws them side by side', () => {
    const plan = planOf({
      ...emptyProject(),
      storageLength: 5,
      storageWidth: 4,
      door1Length: 4,
      door1Height: 2,
      door2Length: 4,
      door2Height: 2,
    })
    expect(plan.doorsFit).toBe(false)
    expect(plan.doors.map(({ x, widthM }) => [x, widthM])).toEqual([
      [-1.5, 4],
      [2.5, 4],
    ])
    expect(plan.bounds).toEqual({ x: -1.5, y: 0, width: 8, height: 4 })
  })

  test('never lets doors overlap, keeps fitting doors within their wall, and everything within its bounds', () => {
    fc.assert(
      fc.property(validProjects, (project) => {
        const plan = planOf(project)
        const { bounds, doors } = plan
        const wall = middleWall(plan)
        expect(doors.some((left, index) => doors.slice(index + 1).some((right) => overlap(left, right)))).toBe(false)
        if (plan.doorsFit)
          for (const { x, widthM } of doors)
            expect(x >= wall.from - rounding && x + widthM <= wall.to + rounding).toBe(true)
        const corners = [
          plan.store,
          ...(plan.reentryRoom ? [plan.reentryRoom] : []),
          ...doors.map(({ x, y, widthM }) => ({ x, y, width: widthM, height: 0 })),
        ].flatMap(({ x, y, width, height }) => [
          { x, y },
          { x: x + width, y: y + height },
        ])
        for (const { x, y } of corners) {
          expect(x >= bounds.x - rounding && x <= bounds.x + bounds.width + rounding).toBe(true)
          expect(y >= bounds.y - rounding && y <= bounds.y + bounds.height + rounding).toBe(true)
        }
      }),
      runs,
    )
  })

  test('is to scale, with a round scale bar of no more than a quarter of it', () => {
    fc.assert(
      fc.property(validProjects, (project) => {
        const plan = planOf(project)
        expect([plan.store.width, plan.store.height]).toEqual([project.storageLength, project.storageWidth])
        for (const door of outerDoors(plan)) expect(door.widthM).toBe(project[`door${door.number as 1 | 2 | 3}Length`])
        if (plan.reentryRoom)
          expect([plan.reentryRoom.width, plan.reentryRoom.height]).toEqual([
            project.reentryRoomWidth,
            project.reentryRoomLength,
          ])
        const longest = Math.max(plan.bounds.width, plan.bounds.height)
        expect(plan.scaleBarM).toBeLessThanOrEqual(longest / 4 + rounding)
        expect(plan.scaleBarM).toBeGreaterThan(longest / 11)
      }),
      runs,
    )
  })
})

/** The section of wall for the doors: that of the store, or of the re-entry room if it is shorter. */
function middleWall({ store, wallM }: RoomPlan): { from: number; to: number } {
  const middle = store.x + store.width / 2
  return { from: middle - wallM / 2, to: middle + wallM / 2 }
}
