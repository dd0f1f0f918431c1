import { fileNameOf } from '#client/save-file.ts'
import type { Filled } from './request.ts'

/** A form on the page, with the description of its call that the server rendered. */
export type CallForm = {
  form: HTMLFormElement
  given: {
    method: string
    path: string
    isOpen: boolean
    fields: { from: Filled['fields'][number]['from']; name: string; value: string; required: boolean }[]
    /** The example body as text; null where the call takes no body. */
    body: string | null
    /** Name of the example file, and its content where the file is text. */
    file: string | null
    fileText: string | null
  }
}

/** Headers that differ between responses; the others are the same for every call. */
const shownHeaders = [
  'content-type',
  'content-disposition',
  'content-length',
  'content-range',
  'retry-after',
  'cache-control',
  'x-request-id',
]
const longestShown = 200_000

/** A sample picture for people who have no picture file ready. */
function samplePicture(name: string): File {
  const bytes = Uint8Array.from(atob(tinyPng), (letter) => letter.charCodeAt(0))
  return new File([bytes], name, { type: 'image/png' })
}
const tinyPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg=='

/** Return the values that are in the form now. */
export function readCall({ form, given }: CallForm): Filled {
  const values = new FormData(form)
  const chosen = values.get('file')
  const sample = () =>
    given.fileText === null
      ? samplePicture(given.file ?? '')
      : new File([given.fileText], given.file ?? '', { type: 'text/csv' })
  return {
    method: given.method,
    path: given.path,
    isOpen: given.isOpen,
    fields: given.fields.map(({ from, name }) => ({ from, name, value: String(values.get(`${from}.${name}`) ?? '') })),
    body: given.body === null ? null : String(values.get('body') ?? ''),
    file: given.file === null ? null : chosen instanceof File && chosen.size > 0 ? chosen : sample(),
  }
}

const resultOf = ({ form }: CallForm) => form.querySelector<HTMLElement>('.result')

/** Remove the last response and the file made from it. */
export function clearResult(call: CallForm): void {
  const result = resultOf(call)
  if (!result) return
  const link = result.querySelector('a')
  if (link) URL.revokeObjectURL(link.href)
  result.replaceChildren()
  result.hidden = true
  sayLine(call, '', '')
}

/** Show the outcome of the call in a line that a screen reader announces. */
function sayLine({ form }: CallForm, text: string, kind: 'good' | 'bad' | ''): void {
  const line = form.querySelector('.line')
  if (!line) return
  line.textContent = text
  line.className = `line ${kind}`
}

function addTo(parent: HTMLElement, tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  if (className) element.className = className
  parent.append(element)
  return element
}

export function showFailure(call: CallForm, error: unknown): void {
  clearResult(call)
  sayLine(call, error instanceof Error ? error.message : String(error), 'bad')
}

const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/**
 * Show the response: status, code, time, size, the headers that matter, and the body (JSON as text, else a file to
 * save).
 */
export async function showAnswer(call: CallForm, answer: Response, bytes: Blob, milliseconds: number): Promise<void> {
  const result = resultOf(call)
  if (!result) return
  const type = answer.headers.get('content-type') ?? ''
  const text = type.includes('json') ? await bytes.text() : null
  const code = /^\{"code":(\d+)/.exec(text ?? '')?.[1]
  const line = [
    `HTTP ${answer.status}`,
    code ? `code ${code}` : null,
    `${milliseconds} ms`,
    `${bytes.size.toLocaleString()} B`,
  ].filter((item) => item !== null)
  sayLine(call, line.join(' · '), answer.ok && (code ?? '200') === '200' ? 'good' : 'bad')
  const headers = addTo(result, 'dl', '', 'headers')
  for (const name of shownHeaders) {
    const value = answer.headers.get(name)
    if (value === null) continue
    addTo(headers, 'dt', name)
    addTo(headers, 'dd', name === 'content-disposition' ? `${value.split(';')[0]}; ${fileNameOf(value, '')}` : value)
  }
  if (text === null) {
    const name = fileNameOf(answer.headers.get('content-disposition'), 'download')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(bytes)
    link.download = name
    link.textContent = `${call.form.dataset.save ?? ''} ${name}`
    addTo(result, 'p', '').append(link)
  } else {
    const whole = readable(text)
    addTo(result, 'pre', whole.length > longestShown ? `${whole.slice(0, longestShown)}\n…` : whole).tabIndex = 0
  }
  result.hidden = false
}
