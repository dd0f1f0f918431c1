import { expect, test } from 'vitest'
import { typeCosts } from './type-costs.ts'

const diagnostics =
  'Files:              3579\nTypes:            814824\nInstantiations:  2894801\nCheck time:      75.893s\n'

test('report the cost of type checking as counted by tsc, and fail above the budget', () => {
  expect(typeCosts(diagnostics, { Types: 814_824, Instantiations: 3_000_000 })).toEqual({
    costs: 'types 814,824 of 814,824, instantiations 2,894,801 of 3,000,000',
    problems: [],
  })
  const [problem, ...more] = typeCosts(diagnostics, { Types: 900_000, Instantiations: 2_000_000 }).problems
  expect([problem, more]).toEqual([expect.stringMatching(/^Instantiations: 2,894,801 of at most 2,000,000\./), []])
  expect(() => typeCosts('error TS1005', { Types: 1 })).toThrow('tsc prints no Types')
})
