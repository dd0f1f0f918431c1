import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { z } from 'zod'
import type { AppRouter } from '#server/router.ts'
import type { ApiWord } from '#shared/i18n/api.ts'
import type { Answering } from './answer-schemas.ts'
import type { CallExample } from './call-example.ts'
import type { Section } from './headings.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type Features = keyof Outputs & string

/** Every procedure of the product as `feature.action`. */
export type ProcedureName = { [Feature in Features]: `${Feature}.${keyof Outputs[Feature] & string}` }[Features]

/** Procedures that a row may call: their feature has a heading in the documentation. */
type Documented = Extract<ProcedureName, `${Section}.${string}`>

type InputOf<Name> = Name extends `${infer Feature extends Features}.${infer Action}`
  ? Action extends keyof Inputs[Feature]
    ? Inputs[Feature][Action]
    : never
  : never
type OutputOf<Name> = Name extends `${infer Feature extends Features}.${infer Action}`
  ? Action extends keyof Outputs[Feature]
    ? Outputs[Feature][Action]
    : never
  : never

/** `id | name` of `/thing/:id/:name`. */
type ParamOf<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamOf<Head> | ParamOf<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never
type Source<Path extends string> = `body.${string}` | `query.${string}` | `params.${ParamOf<Path>}`

/**
 * The origin of an input field: one source, several spellings of which the first one sent is used, the whole body, or a
 * fixed value of the row.
 */
type Mapped<Value, Path extends string> = Source<Path> | readonly Source<Path>[] | 'body' | { always: Value }
type Mapping<Input, Path extends string> = [keyof Input] extends [never]
  ? undefined
  : { [Key in keyof Input]?: Mapped<Input[Key], Path> }

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof methods)[number]
/**
 * 'list' also accepts a JSON list as the field `list`; 'file' a form with one file (multipart/form-data); 'import' a
 * feed as a form, or as the body itself; 'lines' objects one a line, or a list, as the field `content`.
 */
type BodyForm = 'json' | 'list' | 'file' | 'import' | 'lines'
export type RowSource = { from: 'body' | 'query' | 'params'; name: string }

/** One row of the documented REST interface, read by the adapter, the OpenAPI document and the tests. */
export type Route = {
  method: Method
  /** Below /api, without a trailing slash; `:name` is a path parameter. */
  path: string
  procedure: ProcedureName
  /** Number of the documented call, null for our own. */
  call: string | null
  /** A further documented call that the same row answers. */
  also: string | null
  title: ApiWord
  sources: ReadonlyMap<string, readonly RowSource[]>
  fixed: Readonly<Record<string, unknown>>
  /** The input field that contains the whole body. */
  whole: string | null
  output: ((result: never) => unknown) | null
  reply: 'envelope' | 'file'
  /** The form of `data`; only for the OpenAPI document and the tests. */
  answer: z.ZodType | null
  /** One request that works with the demonstration data; the documents show it, and a test sends it. */
  example: CallExample
  body: BodyForm
  /** Fields that the call requires although its schema allows them to be missing, to refuse with its own message. */
  requires: readonly string[]
  /** Integers that the procedure reads from a whole body in addition to the fields of its schema. */
  numbers: readonly string[]
}

type Common<Name, Path extends string> = {
  call?: `C${number}`
  also?: `C${number}`
  /** The purpose of the call, in the interface documentation. */
  title: ApiWord
  example: CallExample
  /** Default for each field: the query, then the body, then the path, the later winning. */
  input?: Mapping<InputOf<Name>, Path>
  /** Default json. Its maximum size depends on the procedure, for tRPC and REST: `server/bodies/sizes.ts`. */
  body?: BodyForm
  requires?: readonly (keyof InputOf<Name> & string)[]
  numbers?: readonly string[]
}
/** The procedure's result is sent unchanged, or as a file. */
type Plain<Name, Path extends string> = Common<Name, Path> & {
  reply?: 'envelope' | 'file'
  output?: undefined
  answer?: Answering<OutputOf<Name>>
}
/** `output` converts the result into the documented answer. */
type Reshaped<Name, Path extends string, Data> = Common<Name, Path> & {
  output: (result: OutputOf<Name>) => Data
  answer?: Answering<NoInfer<Data>>
  reply?: 'envelope'
}

function sourceOf(text: string): RowSource {
  const [from, name] = text.split('.', 2)
  if ((from !== 'body' && from !== 'query' && from !== 'params') || !name)
    throw new Error(`${text} is no source of an input field`)
  return { from, name }
}

type AnySource = string | readonly string[] | { always: unknown }

/**
 * Declare a row: one documented call = one procedure. tsc refuses an unknown procedure, a feature without a heading, a
 * row without an example, a misspelt field or source, and a misread result.
 */
// The plain overload is tried first: most rows use it.
export function route<const Path extends string, Name extends Documented>(
  method: Method,
  path: Path,
  procedure: Name,
  options: Plain<Name, Path>,
): Route
export function route<const Path extends string, Name extends Documented, Data>(
  method: Method,
  path: Path,
  procedure: Name,
  options: Reshaped<Name, Path, Data>,
): Route
export function route<Name extends Documented>(
  method: Method,
  path: string,
  procedure: Name,
  options: Reshaped<Name, string, unknown> | Plain<Name, string>,
): Route {
  const sources = new Map<string, readonly RowSource[]>()
  const fixed: Record<string, unknown> = {}
  let whole: string | null = null
  // The type of `input` is a union over several hundred requests.
  const { input = {} } = options as unknown as { input?: Readonly<Record<string, AnySource | undefined>> }
  for (const [key, mapped] of Object.entries(input)) {
    if (mapped === undefined) continue
    if (mapped === 'body') whole = key
    else if (typeof mapped === 'string') sources.set(key, [sourceOf(mapped)])
    else if ('always' in mapped) fixed[key] = mapped.always
    else sources.set(key, mapped.map(sourceOf))
  }
  return {
    method,
    path: path.replace(/\/$/, ''),
    procedure,
    call: options.call ?? null,
    also: options.also ?? null,
    title: options.title,
    sources,
    fixed,
    whole,
    output: options.output ?? null,
    reply: options.reply ?? 'envelope',
    answer: (options.answer as z.ZodType | undefined) ?? null,
    example: options.example,
    body: options.body ?? 'json',
    requires: options.requires ?? [],
    numbers: options.numbers ?? [],
  }
}
