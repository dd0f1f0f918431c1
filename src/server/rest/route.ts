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

/** Those that a row may answer with: their feature has a heading in the documentation. */
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

/** Where an input field comes from: one source, several spellings of which the first that is sent counts, the whole body, or a value that the row itself fixes. */
type Mapped<Value, Path extends string> = Source<Path> | readonly Source<Path>[] | 'body' | { always: Value }
type Mapping<Input, Path extends string> = [keyof Input] extends [never]
  ? undefined
  : { [Key in keyof Input]?: Mapped<Input[Key], Path> }

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof methods)[number]
/** 'list' takes a JSON list, too, as the field `list`; 'file' a form with one file (multipart/form-data); 'import' a feed as a form, or as the body itself; 'lines' objects one a line, or a list, as the field `content`. */
type BodyForm = 'json' | 'list' | 'file' | 'import' | 'lines'
export type RowSource = { from: 'body' | 'query' | 'params'; name: string }

/** One row of the documented REST interface, as the adapter, the OpenAPI document and the tests read it. */
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
  /** The input field that takes the body as a whole. */
  whole: string | null
  output: ((result: never) => unknown) | null
  reply: 'envelope' | 'file'
  /** What `data` looks like; for the OpenAPI document and the tests only. */
  answer: z.ZodType | null
  /** One request as the demonstration data takes it; the documents show it, and a test sends it. */
  example: CallExample
  body: BodyForm
  /** Fields that the call refuses to go without, though its schema leaves them open to answer in words of its own. */
  requires: readonly string[]
  /** Whole numbers that the procedure reads from a whole body beside what its schema names. */
  numbers: readonly string[]
}

type Common<Name, Path extends string> = {
  call?: `C${number}`
  also?: `C${number}`
  /** What the call is for, in the interface documentation. */
  title: ApiWord
  example: CallExample
  /** Default for each field: the query, then the body, then the path, the later winning. */
  input?: Mapping<InputOf<Name>, Path>
  /** Default json. How large it may be is said by the procedure, for every door: `server/bodies/sizes.ts`. */
  body?: BodyForm
  requires?: readonly (keyof InputOf<Name> & string)[]
  numbers?: readonly string[]
}
/** The procedure's result goes out as it is, or as a file. */
type Plain<Name, Path extends string> = Common<Name, Path> & {
  reply?: 'envelope' | 'file'
  output?: undefined
  answer?: Answering<OutputOf<Name>>
}
/** `output` turns the result into what the documented call answers. */
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

/** One documented call = one procedure. tsc refuses an unknown procedure, a feature without a heading, a row without an example, a misspelt field or source, and a misread result. */
// The plain form is tried first: most rows have it.
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
  // By its type it is the fields of one of several hundred requests.
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
