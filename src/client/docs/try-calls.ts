import { isSuccess } from '#client/envelope.ts'
import { type CallForm, clearResult, readCall, showAnswer, showFailure } from './call-form.ts'
import { curlOf, type Prepared, prepare } from './request.ts'

/** The script of the documentation page: fill in a form for each opened call, send the call, and show the response. */

/**
 * The token is kept in memory only and ends with the page. No cookie is sent or stored, so that the console's own
 * session does not change.
 */
let token = ''

function part<Element extends HTMLElement>(parent: ParentNode, selector: string, kind: new () => Element): Element {
  const found = parent.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`)
  return found
}
const language = document.documentElement.lang.slice(0, 2)
const session = part(document, '#session', HTMLFormElement)
const tokenField = part(session, '[name=token]', HTMLInputElement)
const status = part(session, '[role=status]', HTMLElement)

type Envelope<Data> = { code: number; message: string; data: Data }
const keyOf = async (): Promise<string> =>
  ((await (await fetch('/api/users/publicKey', { credentials: 'omit' })).json()) as Envelope<string>).data
async function encrypt(text: string): Promise<string> {
  const [{ encryptPassword }, key] = await Promise.all([import('#shared/password-encryption.ts'), keyOf()])
  return encryptPassword(key, text)
}

async function signIn(userName: string, password: string): Promise<void> {
  const body = JSON.stringify({ userName, password: await encrypt(password) })
  const headers = { 'Content-Type': 'application/json', 'X-Locale': language }
  const answer = await fetch('/api/users/actions/login', { method: 'POST', headers, body, credentials: 'omit' })
  const { code, message, data } = (await answer.json()) as Envelope<{
    token: string
    name: string
    companyName: string
  } | null>
  if (!isSuccess(code) || !data) {
    status.textContent = message
    return
  }
  token = data.token
  tokenField.value = token
  status.textContent = `${session.dataset.signedIn ?? ''} ${data.name} · ${data.companyName}`
}

session.addEventListener('submit', (event) => {
  event.preventDefault()
  const userName = part(session, '[name=userName]', HTMLInputElement).value.trim()
  const password = part(session, '[name=password]', HTMLInputElement)
  status.textContent = '…'
  signIn(userName, password.value)
    .catch((error: unknown) => {
      status.textContent = String(error)
    })
    .finally(() => {
      password.value = ''
    })
})
tokenField.addEventListener('input', () => {
  token = tokenField.value.trim().replace(/^cat\s+/i, '')
  status.textContent = ''
})

const send = ({ url, method, headers, body }: Prepared) =>
  fetch(url, { method, headers, credentials: 'omit', ...(method === 'GET' ? {} : { body }) })

async function run(call: CallForm): Promise<void> {
  clearResult(call)
  const request = await prepare(readCall(call), { token, language, encrypt })
  const started = performance.now()
  const answer = await send(request)
  const bytes = await answer.blob()
  await showAnswer(call, answer, bytes, Math.round(performance.now() - started))
}

function open(box: HTMLDetailsElement): void {
  if (!box.open || box.querySelector('form')) return
  const template = part(document, '#try-form', HTMLTemplateElement)
  box.append(template.content.cloneNode(true))
  const form = part(box, 'form', HTMLFormElement)
  const sending = part(form, '[name=send]', HTMLButtonElement)
  const note = part(form, '.note', HTMLElement)
  const call: CallForm = { form, given: JSON.parse(box.dataset.call ?? '{}') as CallForm['given'] }
  fillIn(call)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    sending.disabled = true
    run(call)
      .catch((error: unknown) => showFailure(call, error))
      .finally(() => {
        sending.disabled = false
      })
  })
  part(form, '[name=copy]', HTMLButtonElement).addEventListener('click', () => {
    prepare(readCall(call), { token, language, encrypt })
      .then((request) => navigator.clipboard.writeText(curlOf(request, location.origin)))
      .then(() => {
        note.textContent = form.dataset.copied ?? ''
      })
      .catch((error: unknown) => showFailure(call, error))
  })
  // Enter starts a new line in the editor; Ctrl+Enter or ⌘+Enter sends the form.
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
}

/**
 * Add one field for each value of the address or of a form, the editor for a body, and the file field for an upload.
 */
function fillIn({ form, given }: CallForm): void {
  const fields = part(form, '.fields', HTMLElement)
  for (const { from, name, value, required } of given.fields) {
    const label = document.createElement('label')
    const input = document.createElement('input')
    input.name = `${from}.${name}`
    input.value = value
    input.required = required
    input.autocomplete = 'off'
    label.append(`${name}${required ? ' *' : ''}`, input)
    fields.append(label)
  }
  const body = part(form, '[name=body]', HTMLTextAreaElement)
  if (given.body === null) body.closest('label')?.remove()
  else {
    body.value = given.body
    body.rows = Math.min(given.body.split('\n').length + 1, 20)
  }
  const file = part(form, '[name=file]', HTMLInputElement)
  if (given.file === null) file.closest('label')?.remove()
  else file.accept = given.file.endsWith('.csv') ? '.csv,.json,.ndjson' : 'image/*'
}

// `toggle` does not bubble, so the listener is on the capture phase.
document.addEventListener(
  'toggle',
  ({ target }) => target instanceof HTMLDetailsElement && target.dataset.call !== undefined && open(target),
  true,
)
// Beside the calls there is enough space to list all their names; on a phone, where the list is above them, there is
// not.
if (matchMedia('(min-width: 801px)').matches)
  for (const section of document.querySelectorAll<HTMLDetailsElement>('nav details')) section.open = true
session.hidden = false
document.documentElement.classList.add('live')
