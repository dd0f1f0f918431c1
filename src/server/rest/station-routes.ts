import { listOf } from './answers.ts'
import { type Route, route } from './route.ts'
import { measureAnswer, stationAnswer, stationDeletedAnswer, stationSavedAnswer } from './station-answers.ts'

/** Stations (the documents' groups) and amount settings, with the names by which the user page asks for them. */
export const stationRoutes: readonly Route[] = [
  route('POST', '/groups/find/', 'stations.find', { call: 'C141', title: 'api.stationFind', answer: listOf(stationAnswer) }),
  route('POST', '/groups/save', 'stations.save', { title: 'api.stationSave', answer: stationSavedAnswer }),
  route('POST', '/groups/delete/:id', 'stations.delete', { title: 'api.stationDelete', answer: stationDeletedAnswer }),
  route('POST', '/measure/findOut/', 'measures.find', { call: 'C021', title: 'api.measureFind', answer: listOf(measureAnswer) }),
  route('POST', '/measure/saveOut', 'measures.save', { call: 'C022', title: 'api.measureSave', answer: measureAnswer }),
  route('POST', '/measure/updateMeasureOut', 'measures.update', { call: 'C023', title: 'api.measureUpdate', answer: measureAnswer }),
  route('POST', '/measure/find/', 'measures.find', { call: 'C024', title: 'api.measureFind', answer: listOf(measureAnswer) }),
  route('POST', '/measure/save', 'measures.save', { title: 'api.measureSave', answer: measureAnswer }),
  route('POST', '/measure/update/:id', 'measures.update', { title: 'api.measureUpdate', answer: measureAnswer }),
]
