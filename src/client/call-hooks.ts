import type { TRPCClient } from '@trpc/client'
import type { CreateTRPCReactBase } from '@trpc/react-query'
import type {
  AnyTRPCClientTypes,
  AnyTRPCMutationProcedure,
  AnyTRPCQueryProcedure,
  AnyTRPCRouter,
  AnyTRPCSubscriptionProcedure,
  inferProcedureInput,
  inferTransformedProcedureOutput,
  inferTransformedSubscriptionOutput,
} from '@trpc/server'

// The hooks of tRPC as the console uses them. The library's types are overloads over many parameters, which tsc
// evaluates again at each of the hundreds of calls; these types say the same about the used part, with the input and
// output of each procedure.

type Meta = Record<string, unknown>

/** The options of a query. */
interface QueryOptions<Output> {
  enabled?: boolean
  /** The data until the response arrives; a function receives the previous data. */
  placeholderData?: Output | ((before: Output | undefined) => Output | undefined)
  staleTime?: number
  gcTime?: number
  refetchInterval?:
    | number
    | false
    | ((query: { state: { data: Output | undefined; error: Error | null } }) => number | false)
  refetchIntervalInBackground?: boolean
  refetchOnMount?: boolean | 'always'
  refetchOnWindowFocus?: boolean
  retry?: boolean | number
  networkMode?: 'always'
  meta?: Meta
}

export interface QueryResult<Output> {
  data: Output | undefined
  error: Error | null
  isError: boolean
  isFetching: boolean
  isLoading: boolean
  isPending: boolean
  isPlaceholderData: boolean
  isFetchedAfterMount: boolean
  dataUpdatedAt: number
  refetch: (options?: { throwOnError?: boolean }) => Promise<{ data: Output | undefined; error: Error | null }>
}

interface MutationEvents<Input, Output> {
  onSuccess?: (data: Output, variables: Input) => unknown
  onError?: (error: Error, variables: Input) => unknown
  onSettled?: (data: Output | undefined, error: Error | null, variables: Input) => unknown
}

/** The options of a mutation. */
interface MutationOptions<Input, Output, Begun> {
  onSuccess?: (data: Output, variables: Input) => unknown
  onError?: (error: Error, variables: Input) => unknown
  onSettled?: (data: Output | undefined, error: Error | null, variables: Input, begun: Begun | undefined) => unknown
  /** Its return value is passed on when the mutation settles. */
  onMutate?: (variables: Input) => Begun | Promise<Begun>
  retry?: boolean | number
  networkMode?: 'always'
  meta?: Meta
}

export interface MutationResult<Input, Output> {
  data: Output | undefined
  error: Error | null
  isError: boolean
  isPending: boolean
  isSuccess: boolean
  variables: Input | undefined
  mutate: (input: Input, events?: MutationEvents<Input, Output>) => void
  mutateAsync: (input: Input, events?: MutationEvents<Input, Output>) => Promise<Output>
  reset: () => void
}

interface QueryHooks<Input, Output> {
  useQuery: (input: Input, options?: QueryOptions<Output>) => QueryResult<Output>
}
interface MutationHooks<Input, Output> {
  useMutation: <Begun = unknown>(options?: MutationOptions<Input, Output, Begun>) => MutationResult<Input, Output>
}
interface SubscriptionHooks<Input, Output> {
  useSubscription: (
    input: Input,
    options?: {
      enabled?: boolean
      onData?: (data: Output) => void
      onError?: (error: Error) => void
      onStarted?: () => void
    },
  ) => unknown
}

/** The cached data of a query, and how to fetch it outside a component. */
interface QueryUtils<Input, Output> {
  fetch: (input: Input, options?: FetchOptions) => Promise<Output>
  prefetch: (input: Input, options?: FetchOptions) => Promise<void>
  getData: (input: Input) => Output | undefined
  setData: (input: Input, data: Output | ((before: Output | undefined) => Output | undefined)) => Output | undefined
  /** Refetch mounted queries; without an input, those with any input. */
  invalidate: (input?: Partial<Input>) => Promise<void>
}
interface FetchOptions {
  staleTime?: number
  gcTime?: number
  retry?: boolean | number
  meta?: Meta
}
interface Invalidation {
  invalidate: () => Promise<void>
}

type Features<Router extends AnyTRPCRouter> = Router['_def']['record']
type Types<Router extends AnyTRPCRouter> = Router['_def']['_config']['$types']

type HooksOf<Procedure, Root extends AnyTRPCClientTypes> = Procedure extends AnyTRPCQueryProcedure
  ? QueryHooks<inferProcedureInput<Procedure>, inferTransformedProcedureOutput<Root, Procedure>>
  : Procedure extends AnyTRPCMutationProcedure
    ? MutationHooks<inferProcedureInput<Procedure>, inferTransformedProcedureOutput<Root, Procedure>>
    : Procedure extends AnyTRPCSubscriptionProcedure
      ? SubscriptionHooks<inferProcedureInput<Procedure>, inferTransformedSubscriptionOutput<Root, Procedure>>
      : never

type UtilsOf<Procedure, Root extends AnyTRPCClientTypes> = Procedure extends AnyTRPCQueryProcedure
  ? QueryUtils<inferProcedureInput<Procedure>, inferTransformedProcedureOutput<Root, Procedure>>
  : Invalidation

type FeatureUtils<Router extends AnyTRPCRouter> = {
  [Feature in keyof Features<Router>]: Invalidation & {
    [Action in keyof Features<Router>[Feature]]: UtilsOf<Features<Router>[Feature][Action], Types<Router>>
  }
}

/** The hooks of every procedure, and the utilities around them. */
export type CallHooks<Router extends AnyTRPCRouter> = {
  [Feature in keyof Features<Router>]: {
    [Action in keyof Features<Router>[Feature]]: HooksOf<Features<Router>[Feature][Action], Types<Router>>
  }
} & Pick<CreateTRPCReactBase<Router, unknown>, 'Provider' | 'createClient'> & {
    useUtils: () => FeatureUtils<Router> & Invalidation & { client: TRPCClient<Router> }
  }
