import { say } from '#client/i18n.ts'

/** Letters that are written from right to left, and marks that turn what follows them round. */
const turning = /[\p{Script=Hebrew}\p{Script=Arabic}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const [isolate, isolateEnd] = ['\u2068', '\u2069']

/** A text that somebody typed, so that its direction changes nothing around it. */
export const isolated = (text: string): string => (turning.test(text) ? `${isolate}${text}${isolateEnd}` : text)

/** '{name}无霜选型项目', or '未命名的选型项目' (R336). */
export const projectTitle = (name: string | null): string =>
  name ? say('projects.title', { name: isolated(name) }) : say('projects.untitled')
