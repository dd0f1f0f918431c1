import { z } from 'zod'
import type { MachineTypeRow } from '#shared/machine-types.ts'
import { answerOf, id, listOf, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

const machineTypeAnswer = answerOf<MachineTypeRow>()(
  z.object({
    id,
    name: text,
    targetHashRate: z.number(),
    complianceShare: z.number(),
    powerW: z.int().min(1).nullable(),
    retired: z.boolean(),
    updateTimeStr: text,
    rowVersion: id,
  }),
)

/** Machine types, with the target hash rates that reports are compared with. */
export const machineTypeRoutes: readonly Route[] = [
  route('POST', '/machineType/find/', 'machineTypes.find', {
    title: 'api.machineTypeFind',
    answer: listOf(machineTypeAnswer),
    example: { body: {} },
  }),
  route('POST', '/machineType/save', 'machineTypes.save', {
    title: 'api.machineTypeSave',
    answer: machineTypeAnswer,
    example: { body: { name: 'T40', targetHashRate: 40, complianceShare: 0.85, powerW: 3500 } },
  }),
  route('POST', '/machineType/update/:id', 'machineTypes.update', {
    title: 'api.machineTypeUpdate',
    answer: machineTypeAnswer,
    example: {
      params: { id: 2 },
      body: { targetHashRate: 20, complianceShare: 0.85, powerW: 1400, retired: false, rowVersion: 1 },
    },
  }),
]
