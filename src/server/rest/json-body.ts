import { checkText, isPolluting, refuse } from '#server/bodies/json-text.ts'

/** No documented call has half as many. */
const mostQueryFields = 200

/**
 * Return the fields of a JSON body; none when there is no body. With `list` a JSON list is accepted too, as a field of
 * that name.
 * @throws AppError VALIDATION for JSON that is no object
 */
export function fieldsOfBody(body: unknown, { list = false } = {}): Record<string, unknown> {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || (Array.isArray(body) && !list))
    throw refuse('body', 'problem.noObject')
  return Array.isArray(body) ? { list: body } : { ...body }
}

/**
 * Return the fields of a query string.
 * @throws AppError VALIDATION for broken percent-encoding, a field sent twice, too many fields, or text that cannot be
 * stored
 */
export function readQuery(search: string): Record<string, string> {
  const fields: Record<string, string> = {}
  if (search === '') return fields
  try {
    decodeURIComponent(search)
  } catch {
    throw refuse('query', 'problem.percent')
  }
  let count = 0
  for (const [key, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(fields, key) || isPolluting(key))
      throw refuse(key, Object.hasOwn(fields, key) ? 'problem.twice' : 'problem.invalid')
    count += 1
    if (count > mostQueryFields) throw refuse('query', 'problem.tooManyFields', mostQueryFields)
    checkText(key, 'query')
    checkText(value, key)
    fields[key] = value
  }
  return fields
}
