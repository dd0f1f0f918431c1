import { z } from 'zod'
import type { MaterialRow, NamedRow, PartRow } from '#shared/goods.ts'
import { answerOf, deletedAnswer, id, listOf, text } from './answer-schemas.ts'
import { firstPage } from './example-values.ts'
import { type Route, route } from './route.ts'

const number = z.number()

export const namedAnswer = answerOf<NamedRow>()(z.object({ id, name: text, rowVersion: id }))
export const materialAnswer = answerOf<MaterialRow>()(
  z.object({
    id,
    name: text,
    unit: text.nullable(),
    materialTypeId: id,
    materialType: text,
    modelId: id.nullable(),
    model: text.nullable(),
    rowVersion: id,
  }),
)
export const partsAnswer = answerOf<PartRow[]>()(
  z.array(
    z.object({ id, materialId: id, name: text, unit: text.nullable(), number, notes: text.nullable(), rowVersion: id }),
  ),
)

const list = { ...firstPage, name: '' }

/** Goods, their categories and tags, and the parts of machines. */
export const goodsRoutes: readonly Route[] = [
  route('GET', '/materialType/find/', 'materialTypes.find', {
    title: 'api.materialTypeFind',
    answer: listOf(namedAnswer),
    example: { query: list },
  }),
  route('POST', '/materialType/find/', 'materialTypes.find', {
    call: 'C089',
    title: 'api.materialTypeFind',
    answer: listOf(namedAnswer),
    example: { body: list },
  }),
  route('POST', '/materialType/save', 'materialTypes.save', {
    title: 'api.materialTypeSave',
    answer: namedAnswer,
    example: { body: { name: '测温件' } },
  }),
  route('PUT', '/materialType/update/:id', 'materialTypes.update', {
    title: 'api.materialTypeUpdate',
    answer: namedAnswer,
    example: { params: { id: 3 }, body: { name: '结构与机架', rowVersion: 1 } },
  }),
  // Not .../delete/:id, which deletes a project (C100).
  route('DELETE', '/materialType/:id', 'materialTypes.delete', {
    title: 'api.materialTypeDelete',
    answer: deletedAnswer,
    example: { params: { id: 5 }, needs: 'api.needs.unusedType' },
  }),
  route('POST', '/table/find/', 'models.find', {
    call: 'C085',
    title: 'api.modelFind',
    answer: listOf(namedAnswer),
    example: { body: list },
  }),
  route('POST', '/model/find/', 'models.find', {
    call: 'C104',
    title: 'api.modelFind',
    answer: listOf(namedAnswer),
    example: { body: list },
  }),
  route('POST', '/model/save', 'models.save', {
    title: 'api.modelSave',
    answer: namedAnswer,
    example: { body: { name: '现场安全量表' } },
  }),
  route('PUT', '/model/update/:id', 'models.update', {
    title: 'api.modelUpdate',
    answer: namedAnswer,
    example: { params: { id: 7 }, body: { name: '线缆与接头', rowVersion: 1 } },
  }),
  route('DELETE', '/model/delete/:id', 'models.delete', {
    title: 'api.modelDelete',
    answer: deletedAnswer,
    example: { params: { id: 8 }, needs: 'api.needs.unusedType' },
  }),
  route('POST', '/TagType/find/', 'tagTypes.find', {
    call: 'C122',
    title: 'api.tagTypeFind',
    answer: listOf(namedAnswer),
    example: { body: list },
  }),
  route('POST', '/TagType/save', 'tagTypes.save', {
    call: 'C123',
    title: 'api.tagTypeSave',
    answer: namedAnswer,
    example: { body: { name: '待跟进' } },
  }),
  route('PUT', '/TagType/update/:id', 'tagTypes.update', {
    call: 'C124',
    title: 'api.tagTypeUpdate',
    answer: namedAnswer,
    example: { params: { id: 2 }, body: { name: '改进建议', rowVersion: 1 } },
  }),
  route('DELETE', '/TagType/delete/:id', 'tagTypes.delete', {
    call: 'C125',
    title: 'api.tagTypeDelete',
    answer: deletedAnswer,
    example: { params: { id: 3 } },
  }),
  route('POST', '/material/find/', 'materials.find', {
    call: 'C086',
    title: 'api.materialFind',
    answer: listOf(materialAnswer),
    example: { body: { ...list, materialTypeId: 1 } },
  }),
  route('POST', '/material/save', 'materials.save', {
    title: 'api.materialSave',
    answer: materialAnswer,
    example: { body: { name: '温度传感器 PT100', materialTypeId: 1, modelId: 4, unit: '支' } },
  }),
  route('PUT', '/material/update/:id', 'materials.update', {
    title: 'api.materialUpdate',
    answer: materialAnswer,
    example: { params: { id: 7 }, body: { name: '机架导轨 800 mm', unit: '副', rowVersion: 1 } },
  }),
  route('DELETE', '/material/delete/:id', 'materials.delete', {
    title: 'api.materialDelete',
    answer: deletedAnswer,
    example: { params: { id: 8 }, needs: 'api.needs.unusedGoods' },
  }),
  route('GET', '/companyMaterial/find/listByMachineId', 'parts.byMachine', {
    call: 'C105',
    title: 'api.parts',
    answer: partsAnswer,
    example: { query: { machineId: 4 } },
  }),
]
