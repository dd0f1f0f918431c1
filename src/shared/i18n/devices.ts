import { defineWords } from './define.ts'

export const devices = defineWords({}, {})
