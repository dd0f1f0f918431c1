import { expect, test } from 'vitest'
import { functionLengths, lengthProblems, shortened } from './function-lengths.ts'

test('name functions by their file and their surrounding functions', () => {
  const text = `export function openA() {
  const listen = () => {
    return 1
  }
  useMemo(() => {
    return listen
  }, [])
  return {
    'read me'() {
      return listen()
    },
  }
}`
  expect(functionLengths('src/a.ts', text)).toEqual({
    'src/a.ts openA': 13,
    'src/a.ts openA/listen': 3,
    'src/a.ts openA/useMemo': 3,
    'src/a.ts openA/read me': 3,
  })
})

test('refuse a long function unless it is listed, and let the list only shrink', () => {
  const allowed = { 'a.ts one': 90, 'a.ts two': 80, 'a.ts gone': 70 }
  expect(lengthProblems({ 'a.ts one': 90, 'a.ts two': 80, 'a.ts gone': 70 }, allowed)).toEqual([])
  const problems = lengthProblems({ 'a.ts one': 91, 'a.ts two': 61, 'a.ts new': 61 }, allowed)
  expect(problems.map((problem) => problem.split('.ts ')[1]?.slice(0, 24))).toEqual([
    'one: 91 lines of at most',
    'new: 61 lines of at most',
    'two: 61 lines, and the l',
    'gone: at most 60 lines, ',
  ])
  expect(shortened({ 'a.ts one': 91, 'a.ts two': 61, 'a.ts new': 61 }, allowed)).toEqual({
    'a.ts one': 90,
    'a.ts two': 61,
  })
})
