import { z } from 'zod'
import { Paging } from './paging.ts'
import { clearable, closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

const longestName = 64
const Name = z.string().trim().min(1).max(longestName)
/** Documented clients send back the total of the last response. */
const Total = unlimited(z.unknown())

export const NamedListRequest = closedRequest({
  ...Paging.shape,
  name: unlimited(z.string().trim().max(longestName)),
  total: Total,
})
export type NamedListRequest = z.output<typeof NamedListRequest>
export const NamedFilters = NamedListRequest.pick({ name: true })
export const NamedSave = z.object({ name: Name })
export const NamedUpdate = z.object({ id: Id, name: Name, rowVersion: RowVersion })
export type NamedUpdate = z.output<typeof NamedUpdate>
/** A category or tag: large (material type), small or scale (model), of comments (tag type). */
export type NamedRow = { id: number; name: string; rowVersion: number }

export const MaterialListRequest = closedRequest({
  ...NamedListRequest.shape,
  materialTypeId: unlimited(Id),
  modelId: unlimited(Id),
})
export type MaterialListRequest = z.output<typeof MaterialListRequest>
export const MaterialFilters = MaterialListRequest.pick({ name: true, materialTypeId: true, modelId: true })
const material = { name: Name, materialTypeId: Id, modelId: clearable(Id), unit: clearable(z.string().trim().max(16)) }
export const MaterialSave = z.object(material)
export type MaterialSave = z.output<typeof MaterialSave>
/** Missing fields keep their stored values. */
export const MaterialUpdate = z.object({ ...z.object(material).partial().shape, id: Id, rowVersion: RowVersion })
export type MaterialUpdate = z.output<typeof MaterialUpdate>
export type MaterialRow = {
  id: number
  name: string
  unit: string | null
  materialTypeId: number
  materialType: string
  modelId: number | null
  model: string | null
  rowVersion: number
}

export const PartsRequest = z.object({ machineId: Id })
/** A part installed in a machine; `number` in `unit`. */
export type PartRow = {
  id: number
  materialId: number
  name: string
  unit: string | null
  number: number
  notes: string | null
  rowVersion: number
}
