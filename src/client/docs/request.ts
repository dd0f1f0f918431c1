/** The form values before passwords are encrypted. */
export type Filled = {
  method: string
  path: string
  /** Values of the path, the query and the form by name; an empty value of a query or form is not sent. */
  fields: { from: 'params' | 'query' | 'body'; name: string; value: string }[]
  body: string | null
  file: File | null
  isOpen: boolean
}
export type Prepared = { method: string; url: string; headers: Record<string, string>; body: string | FormData }
type Means = { token: string; language: string; encrypt(text: string): Promise<string> }

const secret = /RSA\(([^)]*)\)/

/** Replace each `RSA(…)` by the ciphertext of the text in the brackets; each one is encrypted separately. */
async function withSecrets(text: string, encrypt: Means['encrypt']): Promise<string> {
  const found = secret.exec(text)
  if (!found) return text
  return withSecrets(text.replace(secret, await encrypt(found[1] ?? '')), encrypt)
}

/** Return the request to send. A body that is not JSON is sent unchanged, so that a person can see its refusal too. */
export async function prepare(
  { method, path, fields, body, file, isOpen }: Filled,
  { token, language, encrypt }: Means,
): Promise<Prepared> {
  let url = `/api${path}`
  const query = new URLSearchParams()
  const form = new FormData()
  for (const { from, name, value } of fields) {
    const text = await withSecrets(value, encrypt)
    if (from === 'params') url = url.replace(`:${name}`, encodeURIComponent(text))
    else if (text !== '' && from === 'query') query.append(name, text)
    else if (text !== '') form.append(name, text)
  }
  if (file) form.append('file', file)
  const headers = {
    ...(token && !isOpen ? { Authorization: `cat ${token}` } : {}),
    ...(file || body === null ? {} : { 'Content-Type': 'application/json' }),
    'X-Locale': language,
  }
  return {
    method,
    url: query.size > 0 ? `${url}?${query}` : url,
    headers,
    body: file ? form : await withSecrets(body ?? '', encrypt),
  }
}

/** Quote a text for a POSIX shell: within single quotes only the quote itself has a meaning. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Return the same request as a curl command. */
export function curlOf({ method, url, headers, body }: Prepared, origin: string): string {
  const parts = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + url)}`]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (typeof body !== 'string')
    for (const [name, value] of body)
      parts.push(`-F ${quoted(`${name}=${value instanceof File ? `@${value.name}` : value}`)}`)
  else if (body !== '' && method !== 'GET') parts.push(`-d ${quoted(body)}`)
  return parts.join(' \\\n  ')
}
