import { say } from '#client/i18n.ts'

/** Letters of scripts written from right to left, and marks that change the direction of the text after them. */
const bidirectional = /[\p{Script=Hebrew}\p{Script=Arabic}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const [isolate, isolateEnd] = ['\u2068', '\u2069']

/** Isolate the direction of a typed text, so that it does not change the text around it. */
export const isolated = (text: string): string => (bidirectional.test(text) ? `${isolate}${text}${isolateEnd}` : text)

/** The title '{name}无霜选型项目', or '未命名的选型项目' for a project without a name (R336). */
export const projectTitle = (name: string | null): string =>
  name ? say('projects.title', { name: isolated(name) }) : say('projects.untitled')
