import { expect, test } from 'vitest'
import { placeName } from '#shared/place-names.ts'
import { storedName, suggested } from './city-suggestions.ts'

const inEnglish = (name: string) => placeName('en', name)
const cities = ['广州', '杭州', '伊春', '宜春', '自定义城']

test('Find a city by its stored name and by its name on an English page', () => {
  expect(suggested(cities, 'gUANG', inEnglish)).toEqual(['广州'])
  expect(suggested(cities, '州', inEnglish)).toEqual(['广州', '杭州'])
  expect(suggested(cities, '', inEnglish)).toEqual(cities)
})

test('Take a city typed in English for the stored one, unless two cities have that name', () => {
  expect(storedName(cities, ' hangzhou ', inEnglish)).toBe('杭州')
  expect(storedName(cities, 'Yichun', inEnglish)).toBe('Yichun')
  expect(storedName(cities, '自定义城', inEnglish)).toBe('自定义城')
})
