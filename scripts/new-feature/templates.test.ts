import { expect, test } from 'vitest'
import { featureFiles, namesOf } from './templates.ts'

test.each(['alerts', 'saved-views'])('the skeleton of %s has its imports in order and refuses unknown filters, as every list does', (name) => {
  const files = featureFiles(namesOf(name))
  const textOf = (ending: string) => files.find(({ path }) => path.endsWith(ending))?.text ?? ''
  const imported = [...textOf('queries.ts').matchAll(/from '(#.*)'/g)].map(([, path]) => path)
  expect(imported).toEqual([...imported].sort())
  expect(textOf(`shared/${name}.ts`)).toContain('ListRequest = closedRequest(')
})
