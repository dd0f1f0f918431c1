import type { CallExample, CallExamples } from './call-example.ts'
import { deviceExamples } from './device-examples.ts'
import { goodsExamples } from './goods-examples.ts'
import { placeExamples } from './place-examples.ts'
import type { Route } from './route.ts'
import { userExamples } from './user-examples.ts'
import { workExamples } from './work-examples.ts'

/** One request for every row, by method and path. */
export const callExamples: CallExamples = { ...userExamples, ...deviceExamples, ...placeExamples, ...workExamples, ...goodsExamples }

/** @throws Error for a row without an example: every call shows one */
export function callExampleOf({ method, path }: Pick<Route, 'method' | 'path'>): CallExample {
  const example = callExamples[`${method} /${path.replace(/^\//, '')}`]
  if (!example) throw new Error(`${method} ${path} has no example`)
  return example
}
