import { z } from 'zod'
import type { UploadAnswer } from '#shared/uploads.ts'
import { answerOf, count, deletedAnswer, listOf, text } from './answer-schemas.ts'
import { cardAnswer, projectAnswer, savedProjectAnswer, unassignedAnswer } from './project-answers.ts'
import { type Route, route } from './route.ts'

const image = { path: text, url: text, fileName: text, width: count, height: count }
export const uploadAnswer = answerOf<UploadAnswer>()(z.object({ id: text, ...image }))
/**
 * The path of an update identifies the project; its body is the project, whole or in part, and the body's `id` is
 * ignored.
 */
const projectUpdate = { id: 'params.id', rowVersion: 'body.rowVersion', project: 'body' } as const

const room = {
  name: '苏州园区冻虾库',
  city: '苏州',
  coldStorageUsage: '冻虾',
  coldStorageType: 'coldAirFan',
  designTempStorage: -18,
  outdoorTemp: 30,
  designHumidityStorage: 60,
  outdoorHumidity: 70,
  storageLength: 30,
  storageWidth: 20,
  storageHeight: 6,
}

/** Selection projects. */
export const projectRoutes: readonly Route[] = [
  route('POST', '/project/find/', 'projects.find', {
    call: 'C090',
    title: 'api.projectFind',
    answer: listOf(cardAnswer),
    example: { body: { page: 1, size: 12, total: 0, userId: 1 } },
  }),
  route('POST', '/project/find2/', 'projects.findCompany', {
    call: 'C091',
    title: 'api.projectFind2',
    answer: listOf(cardAnswer),
    example: { body: { page: 1, size: 12, name: '', city: '', exportStatus: '' } },
  }),
  route('POST', '/project/findCenter', 'projects.findCenter', {
    call: 'C092',
    title: 'api.projectFindCenter',
    answer: listOf(cardAnswer),
    example: { body: { page: 1, size: 12, name: '库', city: '', exportStatus: 1 } },
  }),
  route('GET', '/project/getUnassigned/:x', 'projects.unassigned', {
    call: 'C093',
    title: 'api.projectUnassigned',
    input: { companyId: 'params.x' },
    answer: unassignedAnswer,
    example: { params: { x: 1 } },
  }),
  route('GET', '/project/get/getProject', 'projects.get', {
    call: 'C094',
    title: 'api.projectGet',
    answer: projectAnswer,
    example: { query: { id: 1 } },
  }),
  route('POST', '/project/save', 'projects.save', {
    call: 'C095',
    title: 'api.projectSave',
    answer: savedProjectAnswer,
    example: { body: room },
  }),
  route('PUT', '/project/update/:id', 'projects.update', {
    call: 'C096',
    title: 'api.projectUpdate',
    input: projectUpdate,
    requires: ['rowVersion'],
    answer: savedProjectAnswer,
    example: { params: { id: 3 }, body: { designTempStorage: -2, rowVersion: 1 } },
  }),
  route('POST', '/project/update/:id', 'projects.update', {
    call: 'C097',
    title: 'api.projectUpdate',
    input: projectUpdate,
    requires: ['rowVersion'],
    answer: savedProjectAnswer,
    example: { params: { id: 2 }, body: { storageHeight: 6, rowVersion: 2 } },
  }),
  route('POST', '/project/exportPdf', 'projects.exportPdf', {
    call: 'C098',
    title: 'api.projectExportPdf',
    input: { language: 'body.language', project: 'body' },
    numbers: ['id', 'rowVersion'],
    answer: projectAnswer,
    example: { body: { id: 1, rowVersion: 2, language: 'zh' } },
  }),
  route('POST', '/project/upload', 'projects.upload', {
    call: 'C099',
    title: 'api.projectUpload',
    body: 'file',
    answer: uploadAnswer,
    example: { file: 'sketch.png' },
  }),
  route('POST', '/materialType/delete/:id', 'projects.delete', {
    call: 'C100',
    title: 'api.projectDelete',
    answer: deletedAnswer,
    example: { params: { id: 2 } },
  }),
]
